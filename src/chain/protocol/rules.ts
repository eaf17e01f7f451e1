import type { Hex } from '../../primitives/hex.ts'
import type { ForkSchedule } from './forks.ts'

/** Of chains that ommer makes, unless told otherwise: the number that local chains have had since geth's `--dev`. */
export const CHAIN_ID = 1337

/** Where deposits to the beacon chain are made on mainnet (EIP-6110). */
export const MAINNET_DEPOSIT_CONTRACT: Hex = '0x00000000219ab540356cbb839cbe05303d7705fa'

/** What the blocks of a chain are judged by. */
export interface Rules {
  readonly chainId: number
  /** in seconds since 1970 */
  readonly genesisTimestamp: number
  readonly forks: ForkSchedule
  /** DATA, 20 bytes: whose logs are deposits to the beacon chain; by default mainnet's (EIP-6110) */
  readonly depositContract?: Hex
}
