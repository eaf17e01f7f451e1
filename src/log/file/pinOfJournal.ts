import type { ForkPin } from '../../chain/forkPin.ts'
import { ifExists, readHeaderOfFile } from './readJournal.ts'

/**
 * The block that a journal was begun for.
 *
 * @param path of its file
 * @returns undefined if there is no such file yet, or it is not of a fork
 * @throws {JournalError} if it cannot be read
 */
export async function pinOfJournal(path: string): Promise<ForkPin | undefined> {
  return (await ifExists(readHeaderOfFile(path)))?.chain.fork
}
