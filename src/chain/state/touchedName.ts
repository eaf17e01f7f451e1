import type { Hex } from '../../primitives/hex.ts'

/** An account and its slots by their names: tries have only the hashes of these. */
export interface TouchedName {
  /** DATA, 20 bytes */
  readonly address: Hex
  /** each DATA, 32 bytes */
  readonly slots: readonly Hex[]
  /** hash of the code that the account had before, in hex without prefix; undefined if it had none */
  readonly code?: string | undefined
}
