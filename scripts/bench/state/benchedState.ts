import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import type { Hex } from '../../../src/primitives/hex.ts'

/** Default traffic of the newest fork, with many accounts. */
export const STATE_SPEC = {
  seed: 'bench',
  preset: 'latest',
  blocks: 64,
  accounts: 200,
  transactionsPerBlock: [20, 20],
} as const satisfies ChainSpec

export const STATE_NAME = `after ${STATE_SPEC.blocks} blocks of 20 transactions`

/** An account after the last block. */
export interface BenchedAccount {
  readonly address: Hex
  /** QUANTITY, in wei */
  readonly balance: Hex
  /** QUANTITY */
  readonly nonce: Hex
  readonly code: Hex
  /** DATA, 32 bytes: where the token keeps its balance */
  readonly slot: Hex
  /** DATA, 32 bytes */
  readonly tokenBalance: Hex
}

/** The state that requests read, and that other nodes get. */
export interface BenchedState {
  readonly token: Hex
  readonly accounts: readonly BenchedAccount[]
}
