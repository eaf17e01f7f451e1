import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The digest of the paths, permissions and contents of all files in a folder. Times are not in it: an image has others. */
export function digestOfFolder(folder: string): string {
  const hash = createHash('sha256')
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  for (const { entry, path } of entries) {
    const isLink = entry.isSymbolicLink()
    const content = isLink ? readlinkSync(path) : readFileSync(path)
    const mode = isLink ? 'link' : statSync(path).mode.toString(8)
    hash.update(`${relative(folder, path)} ${mode} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}
