import type { ForkPin } from '../chain/forkPin.ts'
import type { Entry } from '../log/entry.ts'
import type { JournalShare } from '../log/journalFull.ts'
import type { JournalHeader } from '../log/journalHeader.ts'

/**
 * What members share: the entries of each family of endpoints, and which member owns which family. All methods reject: with a
 * `StoreUnreachableError` if it does not answer.
 */
export interface GroupStore {
  /** of the journal, for messages */
  readonly name: string
  /**
   * The block at which all members fork a network.
   *
   * @param own that of a member, which is taken if there is none yet
   * @returns undefined if there is none, and none is given
   */
  pin(own?: ForkPin): Promise<ForkPin | undefined>
  /** Begins the journal, if there is none. @returns what it was begun with */
  begin(header: JournalHeader): Promise<JournalHeader>
  /**
   * Says that a member is alive. Another one can take over its endpoints once it has not said so for a while.
   *
   * @param milliseconds how long that is
   */
  renew(member: Member, milliseconds: number): Promise<Renewed>
  /**
   * Asks for the endpoint of a key, and for those that it follows or is followed by.
   *
   * @param canBegin whether the member takes it, if nothing has happened to it yet
   */
  claim(member: string, key: string, canBegin: boolean): Promise<Claimed>
  /**
   * Puts the endpoint of a key into another family than its own, unless it is in one already.
   *
   * @returns the root of its family
   */
  follow(key: string, root: string): Promise<string>
  /** All entries of a family, in order. */
  read(root: string): Promise<readonly Entry[]>
  /**
   * Adds entries to a family. May be repeated: those that it has are not added again.
   *
   * @param before number of the last one that is known to be there
   * @returns undefined if the member does not own the family, or entries have disappeared
   * @throws {JournalError} if one is not added; those before it are
   */
  append(
    member: string,
    root: string,
    before: number,
    entries: readonly Entry[],
  ): Promise<JournalShare | undefined>
  /**
   * Replaces all entries of a family, unless others were added meanwhile.
   *
   * @param last number of the last one that is replaced
   * @returns as `append`
   */
  rewrite(
    member: string,
    root: string,
    last: number,
    entries: readonly Entry[],
  ): Promise<JournalShare | undefined>
  /** Lets any member take a family without entries. */
  disown(member: string, root: string): Promise<void>
  /** Which families a member still owns, of these: with the number of their last entry. */
  owned(member: string, roots: readonly string[]): Promise<ReadonlyMap<string, number>>
  /**
   * Makes the chain one block longer, unless one of the members has done so recently.
   *
   * @param from its height before the first time
   */
  grow(from: number, intervalMs: number): Promise<Grown>
  /** Lets others take over the endpoints of a member. */
  release(member: string): Promise<void>
  close(): void
}

export interface Member {
  readonly id: string
  /** where other members reach it: `HOST:PORT`, or the path of a socket */
  readonly address: string
}

export interface Renewed {
  /** whether it had not been alive for others */
  readonly wasGone: boolean
  /** what the journal was begun with; undefined if it has disappeared */
  readonly header: JournalHeader | undefined
  /** of the chain; undefined if it has not grown */
  readonly height: number | undefined
}

export interface Grown {
  /** of the chain */
  readonly height: number
  /** in milliseconds: when the next block is due */
  readonly wait: number
}

export type Claimed =
  | { readonly kind: 'own'; readonly root: string; readonly height: number | undefined }
  | { readonly kind: 'other'; readonly root: string; readonly address: string }
  /** there is no such endpoint */
  | { readonly kind: 'none' }
  /** this member is not alive for others */
  | { readonly kind: 'gone' }
