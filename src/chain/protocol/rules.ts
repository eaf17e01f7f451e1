import { OmmerError } from '../../primitives/errors.ts'
import type { Hex } from '../../primitives/hex.ts'
import type { ForkName, ForkPoint, ForkSchedule } from './forks.ts'

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
  /** whether blocks are valid without contracts for requests (EIP-7685), which not every network has; default: no */
  readonly mayLackQueues?: boolean
  /** in bytes: of contracts, instead of that of the protocol; init code may be twice as long */
  readonly codeSizeLimit?: number
  /**
   * Block numbers that count in fork ids (EIP-2124) where they are not those of `forks`: geth counts fields of its
   * configuration, and a merge that only the blocks show has none
   */
  readonly forkIdBlocks?: readonly number[]
  /** rules of the network that ommer does not have: blocks from there on cannot be run */
  readonly missing?: readonly MissingRules[]
  /** only of a recording, whose rules are inferred from its blocks */
  readonly inferred?: InferredRules
}

/** Rules that are missing. */
export interface MissingRules {
  /** where they begin */
  readonly at: ForkPoint
  /** what they are, for errors */
  readonly what: string
}

/** A block needs rules that are missing. */
class MissingRulesError extends OmmerError {
  declare readonly code: 'MISSING_RULES'

  constructor(number: number, what: string) {
    super('MISSING_RULES', `block ${number} needs ${what}, which ommer does not have`)
  }
}

/** @throws {MissingRulesError} if a block needs rules that are missing */
export function requireRules({ missing = [] }: Rules, number: number, timestamp: number): void {
  for (const { at, what } of missing) {
    const begins = 'block' in at ? number >= at.block : timestamp >= at.timestamp
    if (begins) throw new MissingRulesError(number, what)
  }
}

/** What the blocks of a recording show beside the forks. */
interface InferredRules {
  /** whether their base fees are those of EIP-1559: other networks have other parameters */
  readonly followsEip1559: boolean
  readonly blobForks: BlobForks
}

/** By number of the first block of each run: the forks whose prices of blobs its blocks may have. */
export type BlobForks = readonly { readonly from: number; readonly forks: readonly ForkName[] }[]
