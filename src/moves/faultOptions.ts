/** Options for drawing faults. */
export interface FaultOptions {
  /** The seed of all draws. Default: the seed of the chain. */
  readonly seed?: string | number | undefined
}
