export interface MineOptions {
  /**
   * Each block comes so many seconds after its parent, but for the first where its time was set. By default as the chain
   * has them come.
   */
  readonly secondsBetween?: number | undefined
  /** When the first of them comes, in seconds since 1970: as `setNextBlockTimestamp` sets it. */
  readonly timestamp?: number | undefined
}

export interface ReorgOptions {
  /** How many blocks of the present branch are left, at least 1. */
  readonly depth: number
  /** How many come in their place, at least 1. Default: one more. */
  readonly length?: number | undefined
  /** Whether finalized blocks may be among those that are left. Default false. */
  readonly force?: boolean | undefined
}
