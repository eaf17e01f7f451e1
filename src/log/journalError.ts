import { ChangeLogError } from '../endpoint/changeLogError.ts'

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
