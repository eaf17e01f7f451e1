// Apart from `worldState.ts`, whose declarations need those of @ethereumjs, which public declarations must not.

/** Contract code with its hash, 32 bytes. */
export interface StoredCode {
  readonly hash: Uint8Array
  readonly code: Uint8Array
}

/** Contract code by its hash in hex without prefix, shared by all states of a chain. */
export interface CodeStore {
  get(name: string): StoredCode | undefined
  set(name: string, stored: StoredCode): unknown
  /** What is called instead of `get` when the code of an account is read. */
  read?(name: string): StoredCode | undefined
  /** Counts blocks that give code to accounts, where that is freed with the last of them. */
  retain?(names: readonly string[]): void
  /** Undoes one `retain` of each. */
  release?(names: readonly string[]): void
}
