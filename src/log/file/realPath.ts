import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { onFile } from '../journalError.ts'

/**
 * The file that a path names, which may not exist yet. Two servers that reach it by different links must lock the same file,
 * and replacing the file must not replace a link.
 *
 * @throws {JournalError} JOURNAL_NOT_WRITTEN if its folder does not exist
 */
export function realPath(path: string): string {
  const folder = dirname(path)
  return onFile(path, () => {
    // A link that leads to itself is an error.
    statSync(path, { throwIfNoEntry: false })
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
      throw new Error(`the folder ${folder} does not exist`)
    }
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    return isLink ? realPath(resolve(realpathSync(folder), readlinkSync(path))) : path
  })
}
