import type { Hex } from '../../primitives/hex.ts'
import type { ForkName, ForkSchedule } from './forks.ts'

/** The default chain id, which local chains have had since geth's `--dev`. */
export const CHAIN_ID = 1337

/** The beacon chain's deposit contract on mainnet (EIP-6110). */
export const MAINNET_DEPOSIT_CONTRACT: Hex = '0x00000000219ab540356cbb839cbe05303d7705fa'

/** The rules by which the blocks of a chain are valid. */
export interface Rules {
  readonly chainId: number
  /** in seconds since 1970 */
  readonly genesisTimestamp: number
  readonly forks: ForkSchedule
  /** DATA, 20 bytes: the contract whose logs are deposits to the beacon chain; default: mainnet's (EIP-6110) */
  readonly depositContract?: Hex
  /**
   * Block numbers that count in fork ids (EIP-2124) where they are not those of `forks`: geth counts fields of its
   * configuration, and a merge that only the blocks show has none
   */
  readonly forkIdBlocks?: readonly number[]
  /** only of a recording, whose rules are inferred from its blocks */
  readonly inferred?: InferredRules
}

/** What the blocks of a recording show beside the forks. */
export interface InferredRules {
  /** whether their base fees are those of EIP-1559: other networks have other parameters */
  readonly followsEip1559: boolean
  readonly blobForks: BlobForks
}

/** By number of the first block of each run: the forks whose prices of blobs its blocks may have. */
export type BlobForks = readonly { readonly from: number; readonly forks: readonly ForkName[] }[]
