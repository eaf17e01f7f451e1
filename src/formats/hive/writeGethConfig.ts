import { blobSchedule } from '../../chain/protocol/blobGas.ts'
import {
  type ForkName,
  type ForkSchedule,
  isAtLeast,
  mergeBlock,
} from '../../chain/protocol/forks.ts'
import { MAINNET_DEPOSIT_CONTRACT, type Rules } from '../../chain/protocol/rules.ts'
import type { BlockTreeReader } from '../../chain/store/tree.ts'
import { forkKeys } from './gethConfig.ts'

/** A total difficulty that no chain reaches, so that proof of work never ends. geth requires the field. */
const NEVER_REACHED = 2n ** 63n - 1n

/**
 * Writes geth's chain configuration.
 *
 * @returns a JSON value, except that large numbers are bigints
 */
export function writeGethConfig(
  { chainId, forks, depositContract }: Rules,
  tree: BlockTreeReader,
): object {
  const points = forks.flatMap(({ name, at }) => {
    if (name === 'chainstart') return []
    const value = 'block' in at ? at.block : at.timestamp
    // geth has two fields for Spurious Dragon.
    const first = name === 'spuriousDragon' ? [['eip155Block', value]] : []
    return [...first, [forkKeys[name], value]]
  })
  const hasDeposits = forks.some(({ name }) => isAtLeast(name, 'prague'))
  return {
    chainId,
    ...Object.fromEntries(points),
    ...petersburgIfNever(forks),
    ...writeMerge(forks, tree),
    ...(hasDeposits && { depositContractAddress: depositContract ?? MAINNET_DEPOSIT_CONTRACT }),
    ethash: {},
    ...writeBlobSchedule(forks),
  }
}

/** Without the field, geth would activate Petersburg together with Constantinople. */
function petersburgIfNever(forks: ForkSchedule): object {
  const has = (fork: ForkName) => forks.some(({ name }) => name === fork)
  const isNever = has('constantinople') && !has('petersburg')
  return isNever ? { [forkKeys.petersburg]: Number.MAX_SAFE_INTEGER } : {}
}

/**
 * The first block of proof of stake follows the one that reaches this total difficulty (EIP-3675). geth 1.14 also needs
 * a flag once the chain has reached it.
 */
function writeMerge(forks: ForkSchedule, tree: BlockTreeReader): object {
  const merge = mergeBlock(forks)
  if (merge === undefined) return { terminalTotalDifficulty: NEVER_REACHED }
  // A genesis of proof of stake may still have difficulty, like hivechain's.
  const last = tree.byNumber(Math.max(merge - 1, 0))
  return {
    terminalTotalDifficulty: last?.totalDifficulty ?? NEVER_REACHED,
    ...(tree.head.number >= merge && { terminalTotalDifficultyPassed: true }),
  }
}

function writeBlobSchedule(forks: ForkSchedule): object {
  const limits = forks.flatMap(({ name }): [ForkName, object][] => {
    const known = blobSchedule[name]
    return known === undefined ? [] : [[name, known]]
  })
  return limits.length === 0 ? {} : { blobSchedule: Object.fromEntries(limits) }
}
