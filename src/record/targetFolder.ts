import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../primitives/errors.ts'
import { RecordError } from './recordError.ts'

/**
 * Makes sure that a recording may go into a folder: it is not there, or empty, or a fixture of ours.
 *
 * @throws {RecordError}
 */
export async function requireTargetFolder(folder: string): Promise<void> {
  let names: string[]
  try {
    names = await readdir(folder)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new RecordError(`${folder}: ${messageOf(cause)}`, { cause })
  }
  if (names.length === 0 || (await isOurs(folder))) return
  throw new RecordError(`${folder}: it holds something else, and only a fixture is replaced`)
}

async function isOurs(folder: string): Promise<boolean> {
  try {
    const { format, ommer } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    return typeof format === 'string' && typeof ommer === 'string'
  } catch {
    return false
  }
}
