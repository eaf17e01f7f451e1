import { ChangeLogError } from '../endpoint/changeLogError.ts'
import { messageOf } from '../primitives/errors.ts'

export type JournalErrorCode =
  | 'JOURNAL_LOCKED'
  | 'JOURNAL_DAMAGED'
  | 'JOURNAL_OF_OTHER_CHAIN'
  | 'JOURNAL_MISMATCH'
  | 'JOURNAL_FULL'
  | 'JOURNAL_NOT_READ'
  | 'JOURNAL_NOT_REACHED'
  | 'JOURNAL_REFUSED'
  | 'JOURNAL_DISAPPEARED'
  | 'JOURNAL_NOT_WRITTEN'

/** A journal cannot be used or written, or does not lead to what it says. */
export class JournalError extends ChangeLogError {
  declare readonly code: JournalErrorCode

  constructor(code: JournalErrorCode, problem: string, options?: ErrorOptions) {
    super(code, problem, options)
  }
}

/**
 * Does something with a file of a journal.
 *
 * @throws {JournalError} JOURNAL_NOT_WRITTEN if it fails, unless the error is one already
 */
export function onFile<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof JournalError) throw error
    throw new JournalError('JOURNAL_NOT_WRITTEN', `${path}: ${messageOf(error)}`, { cause: error })
  }
}
