/** A move that was made, with the arguments of its method in code. */
export interface JournalMove {
  readonly name: string
  readonly args: readonly unknown[]
  /** what the move returned: of blocks the hash of the last one, because a journal must not keep blocks */
  readonly result: unknown
}
