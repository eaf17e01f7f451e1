/** What was done to an endpoint: a move, or a transaction that was sent to it. */
export interface MoveRecord {
  readonly name: string
  /** of the move's method in code */
  readonly args: readonly unknown[]
  /** what the move returned: of blocks the hash of the last one, because a history must not keep blocks in memory */
  readonly result?: unknown
  /** whether no step makes it again, because it refers to something that the history has forgotten */
  readonly isLost?: true
}
