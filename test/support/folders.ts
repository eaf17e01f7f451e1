import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a folder in alphabetical order, with `/` between the parts of their paths. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
}

/** The content of each file of a folder, by its path. */
export function contentsOf(
  folder: string,
  encoding: BufferEncoding = 'latin1',
): Map<string, string> {
  return new Map(filesIn(folder).map((path) => [path, readFileSync(join(folder, path), encoding)]))
}
