import { readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { messageOf } from '../../primitives/errors.ts'
import { JournalError } from '../journalError.ts'

/**
 * The file that a path names, which may not exist yet. Two servers that reach it by different links must lock the same file,
 * and replacing the file must not replace a link.
 *
 * @throws {JournalError} JOURNAL_NOT_WRITTEN if its folder does not exist
 */
export function realPath(path: string): string {
  const folder = dirname(path)
  try {
    // A link that leads to itself is an error.
    statSync(path, { throwIfNoEntry: false })
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
      throw new Error(`the folder ${folder} does not exist`)
    }
    const target = linkAt(path)
    return target === undefined ? path : realPath(resolve(realpathSync(folder), target))
  } catch (error) {
    if (error instanceof JournalError) throw error
    const problem = `${path}: ${messageOf(error)}`
    throw new JournalError('JOURNAL_NOT_WRITTEN', problem, { cause: error })
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
