import { readdirSync } from 'node:fs'

/** The pages in a folder, as paths with `/`. */
export function htmlFilesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html'))
}
