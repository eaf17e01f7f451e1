/** What was done to an endpoint: a move, or a transaction that was sent to it. */
export interface MoveRecord {
  readonly name: string
  /** of the move's method in code */
  readonly args: readonly unknown[]
}
