import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { htmlFilesIn } from './htmlFiles.ts'

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-(.+))?$/

/** The versions that have a folder of their own in the folder of the whole site, newest first. */
export function versionsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => VERSION.test(name))
    .toSorted((a, b) => compareVersions(b, a))
}

/** Below 0 if the first of two versions is older. What precedes a release, such as 1.0.0-rc.1, is older than it. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [VERSION.exec(one) ?? [], VERSION.exec(other) ?? []]
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part]) - Number(b[part])
    if (difference !== 0) return difference
  }
  const [before, otherBefore] = [a[4], b[4]]
  if (before === undefined || otherBefore === undefined) {
    return Number(before === undefined) - Number(otherBefore === undefined)
  }
  return before.localeCompare(otherBefore, 'en', { numeric: true })
}

/**
 * Writes what the versions of a site share: their list for the version menu, `latest/` and the first page, which lead to
 * the newest release, and its page for addresses that do not exist.
 *
 * @returns the version to which `latest/` leads
 */
export function linkVersions(folder: string): string {
  const versions = versionsIn(folder)
  const latest = versions.find((version) => !version.includes('-')) ?? versions[0]
  if (latest === undefined) throw new Error(`${folder} has no version of the site`)
  writeFileSync(join(folder, 'versions.json'), `${JSON.stringify(versions)}\n`)
  rmSync(join(folder, 'latest'), { recursive: true, force: true })
  for (const page of htmlFilesIn(join(folder, latest))) {
    if (page !== '404.html') writeRedirect(folder, `latest/${page}`, `${latest}/${page}`)
  }
  writeRedirect(folder, 'index.html', 'latest/index.html')
  copyFileSync(join(folder, latest, '404.html'), join(folder, '404.html'))
  // Without this file, GitHub Pages drops files whose names begin with an underscore.
  writeFileSync(join(folder, '.nojekyll'), '')
  return latest
}

/** Writes a page that leads to another one, and keeps the anchor. */
function writeRedirect(folder: string, from: string, to: string): void {
  const path = join(folder, from)
  const target = posix.relative(posix.dirname(from), to).replace(/(^|\/)index\.html$/, '$1')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(
    path,
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>ommer</title>
<link rel="canonical" href="${target}">
<script>location.replace('${target}' + location.hash)</script>
<noscript><meta http-equiv="refresh" content="0; url=${target}"></noscript>
<p><a href="${target}">The newest release</a></p>
</html>
`,
  )
}
