/** The most blocks that one move goes over: as many as a `ChainSpec` may ask for. */
export const BLOCKS_MAX = 1_000_000

/**
 * To be asked between two blocks of a move: gives a promise to be waited for where others are to have their turn, and
 * throws where nobody wants it any more. The endpoint is as it was then.
 */
export type Pause = () => Promise<void> | undefined

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

/** What `mine` can be told, by name. */
export const mineOptionNames = [
  'secondsBetween',
  'timestamp',
] as const satisfies readonly (keyof MineOptions)[]

/** What `reorg` can be told, by name. */
export const reorgOptionNames = [
  'depth',
  'length',
  'force',
] as const satisfies readonly (keyof ReorgOptions)[]
