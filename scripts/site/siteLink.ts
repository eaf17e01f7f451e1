import { existsSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pages } from './pages.ts'
import { repositoryFolder, repositoryUrl, version } from './repository.ts'

/**
 * Where a link of a page leads on the site: to another page, or to the file in the repository as it was at the release.
 *
 * @param page its path in the repository
 * @param href as the page has it
 */
export function siteLink(page: string, href: string): string {
  const [address = '', anchor] = href.split('#')
  const target = inRepository(page, address)
  if (target === undefined) return href
  const fragment = anchor === undefined ? '' : `#${anchor}`
  const onSite = pages.get(target)
  if (onSite !== undefined) return `/${onSite}${fragment}`
  const kind = statSync(join(repositoryFolder, target)).isDirectory() ? 'tree' : 'blob'
  return `${repositoryUrl}/${kind}/v${version}/${target}${fragment}`
}

/**
 * The address of a picture of a page, relative to the page. The README has PNG, because npm shows no SVG; the SVG of the
 * same name follows the reader's colours.
 */
export function sitePicture(page: string, source: string): string {
  const found = inRepository(page, source)
  if (found === undefined) return source
  const drawn = found.replace(/\.png$/, '.svg')
  const target = existsSync(join(repositoryFolder, drawn)) ? drawn : found
  const relative = posix.relative(posix.dirname(page), target)
  return relative.startsWith('.') ? relative : `./${relative}`
}

/** The path in the repository to which a link leads; undefined if it leads elsewhere. */
function inRepository(page: string, address: string): string | undefined {
  if (address === '' || /^(?:[a-z]+:|\/\/)/i.test(address)) return undefined
  return posix.join(posix.dirname(page), address)
}
