/** Options for adding blocks. */
export interface ExtendOptions {
  /** Called after each block with the number of blocks done and their total. */
  readonly onProgress?: (done: number, total: number) => void
  /** Stops after the block that is being built; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal
}
