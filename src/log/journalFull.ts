import { JournalError } from './journalError.ts'

/** How many bytes the entries of an endpoint, or of a family of them, take in a journal, and all together. */
export interface JournalShare {
  readonly own: number
  readonly all: number
}

/**
 * Why an endpoint cannot be changed any more: it takes more than what it leaves for the others, so each can take something.
 *
 * @param name of the journal
 * @param bytesMax the limit of the journal
 * @returns undefined if there is room
 */
export function journalFull(
  name: string,
  endpoint: string,
  { own, all }: JournalShare,
  bytesMax: number,
): JournalError | undefined {
  if (own <= bytesMax - all) return undefined
  const problem = `${name}: it has ${all} bytes, and ${own} of them are of endpoint '${endpoint}'`
  const right = `its limit (journalBytes) is ${bytesMax}: close endpoints, or raise the limit`
  return new JournalError('JOURNAL_FULL', `${problem}; ${right}`)
}
