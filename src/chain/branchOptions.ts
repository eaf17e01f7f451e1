/** Options for the first block of a branch. */
export interface BranchOptions {
  /** In seconds since 1970, above the parent's. Default: drawn from the seed. */
  readonly timestamp?: number | undefined
}
