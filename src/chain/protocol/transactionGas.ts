import { type ForkName, isAtLeast } from './forks.ts'
import type { Rules } from './rules.ts'

/** What every transaction costs, in gas; one that only sends wei costs nothing else (Yellow Paper, appendix G). */
export const TRANSFER_GAS = 21_000n

/** What a transaction that sends wei to its own sender costs from Amsterdam on, in gas (EIP-2780). */
export const SELF_TRANSFER_GAS = 12_000n

/** The highest gas limit of a transaction from Osaka on (EIP-7825), in gas. */
export const GAS_LIMIT_CAP = 2n ** 24n

/** The highest gas limit of a transaction from Amsterdam on (EIP-8037), in gas: 2^24 bound only execution. */
export const TOTAL_GAS_LIMIT_CAP = 2n ** 32n - 1n

/** The highest gas limit of a transaction, in gas; undefined if there is none. */
export function gasLimitCap(fork: ForkName): bigint | undefined {
  if (isAtLeast(fork, 'amsterdam')) return TOTAL_GAS_LIMIT_CAP
  return isAtLeast(fork, 'osaka') ? GAS_LIMIT_CAP : undefined
}

/** The limit that a chain sets instead of that of the protocol. */
type CodeRules = Pick<Rules, 'codeSizeLimit'>

/** The longest init code of a contract, in bytes (EIP-3860, EIP-7954). Without limit before Shanghai. */
export function initCodeMax(fork: ForkName, { codeSizeLimit }: CodeRules): number {
  if (codeSizeLimit !== undefined) return 2 * codeSizeLimit
  if (isAtLeast(fork, 'amsterdam')) return 2 * CODE_MAX
  return isAtLeast(fork, 'shanghai') ? 49_152 : Number.POSITIVE_INFINITY
}

/** The longest code of a contract from Amsterdam on (EIP-7954), in bytes. */
const CODE_MAX = 65_536

/** The stipend: gas that a call with value gives for free (Yellow Paper, appendix G). */
export const STIPEND = 2300n
