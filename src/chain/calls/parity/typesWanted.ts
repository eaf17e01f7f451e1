// In a file of its own, because the declarations of the package refer to it, and must not refer to those of the EVM.

/** What is collected of a transaction. */
export interface TypesWanted {
  readonly trace: boolean
  readonly stateDiff: boolean
  readonly vmTrace: boolean
}
