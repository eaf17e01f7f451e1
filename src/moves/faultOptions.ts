/** How faults are drawn. */
export interface FaultOptions {
  /** What chance is drawn by. Default the seed of the chain. */
  readonly seed?: string | number | undefined
}
