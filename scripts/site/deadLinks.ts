import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { htmlFilesIn } from './htmlFiles.ts'

/**
 * Finds links that lead nowhere in the pages as they are built: to files and anchors that the site does not have.
 * Addresses elsewhere are not followed.
 *
 * @param folder of the whole site
 * @param base the path at which a server has that folder, with slashes around it
 * @param part the folder in it whose pages are read
 * @returns a line for each
 */
export function deadLinks(folder: string, base: string, part: string): readonly string[] {
  const anchors = new Map<string, ReadonlySet<string>>()
  return htmlFilesIn(join(folder, part)).flatMap((name) => {
    const page = `${part}/${name}`
    return [...new Set(linksOf(join(folder, page)))]
      .filter((link) => !leadsSomewhere(folder, base, page, link, anchors))
      .map((link) => `${page}: ${link}`)
  })
}

function linksOf(file: string): string[] {
  return valuesOf(file, 'href|src').map((link) => link.replaceAll('&amp;', '&'))
}

function leadsSomewhere(
  folder: string,
  base: string,
  page: string,
  link: string,
  anchors: Map<string, ReadonlySet<string>>,
): boolean {
  if (/^[a-z]+:/i.test(link)) return true
  const { pathname, hash } = new URL(link, `http://site${base}${page}`)
  if (!pathname.startsWith(base)) return false
  const path = decodeURIComponent(pathname.slice(base.length))
  const target = join(folder, /(?:^|\/)$/.test(path) ? posix.join(path, 'index.html') : path)
  if (!existsSync(target) || !statSync(target).isFile()) return false
  if (hash === '') return true
  const known = anchors.get(target) ?? new Set(valuesOf(target, 'id'))
  anchors.set(target, known)
  return known.has(decodeURIComponent(hash.slice(1)))
}

/** The values of an attribute in a page. */
function valuesOf(file: string, attribute: string): string[] {
  const tags = new RegExp(`<[a-z](?:"[^"]*"|[^">])*? (?:${attribute})="([^"]*)"`, 'g')
  return [...readFileSync(file, 'utf8').matchAll(tags)].map(([, value = '']) => value)
}
