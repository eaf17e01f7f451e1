import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryFolder } from './repository.ts'

/** The page that the site begins with. */
export const HOME = 'README.md'

/** The pages of the site outside docs/, and their paths on it. */
const OUTSIDE_DOCS: Readonly<Record<string, string>> = {
  [HOME]: 'index.md',
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
}

/** The pages of the site: their paths on it by their paths in the repository. */
export const pages: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OUTSIDE_DOCS),
  ...readdirSync(join(repositoryFolder, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => [`docs/${name}`, name] as const),
])

/** The title of a page: its first heading. */
export function titleOf(page: string): string {
  const [, title] = /^# (.+)$/m.exec(textOf(page)) ?? []
  if (title === undefined) throw new Error(`${page} has no heading`)
  return title
}

/** The first paragraph of a page, as plain text. */
export function summaryOf(page: string): string {
  const [, paragraph = ''] = /^# .+\n\n(.+)$/m.exec(textOf(page)) ?? []
  if (paragraph === '') throw new Error(`${page} has no text after its heading`)
  return paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`]/g, '')
}

function textOf(page: string): string {
  return readFileSync(join(repositoryFolder, page), 'utf8')
}
