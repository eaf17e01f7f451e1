import type { Entry } from './entry.ts'

/**
 * A store of entries, in order. `memory/`, `file/` and Redis (`group/redis/`) have one each. Those in this process answer at
 * once, others with promises.
 */
export interface EntryStore {
  /** of the journal, for messages */
  readonly name: string
  /** All entries. */
  read(): MaybePromise<readonly Entry[]>
  /**
   * Adds entries. May be repeated: those that it has are not added again.
   *
   * @param before number of the last one that is known to be there
   * @throws {JournalError} if one is not added; those before it are
   */
  append(before: number, entries: readonly Entry[]): MaybePromise<Appended>
  /**
   * Replaces all entries, unless others were added meanwhile.
   *
   * @param last number of the last one that is replaced
   */
  rewrite(last: number, entries: readonly Entry[]): MaybePromise<Appended>
}

/** In bytes: of its entries, and of all in the same journal. Undefined if others may write now, or entries have disappeared. */
export type Appended = { readonly own: number; readonly all: number } | undefined

type MaybePromise<T> = T | Promise<T>
