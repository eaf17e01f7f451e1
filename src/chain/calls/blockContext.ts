import { blobBaseFeeOf } from '../protocol/blobGas.ts'
import { type ForkName, isAtLeast, isScheduledByTime } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'
import type { CallEnvironment } from './callEnvironment.ts'
import type { HeaderValues } from './headerValues.ts'

/** What code can see of the block in which it runs. */
export interface BlockContext {
  readonly fork: ForkName
  readonly number: bigint
  /** in seconds since 1970 */
  readonly time: bigint
  /** 20 bytes: receives the fees */
  readonly coinbase: Uint8Array
  /** in gas */
  readonly gasLimit: bigint
  readonly difficulty: bigint
  /** 32 bytes; undefined before the merge */
  readonly prevRandao: Uint8Array | undefined
  /** in wei per gas; undefined before London */
  readonly baseFee: bigint | undefined
  /** what BASEFEE returns if it is not the base fee, in wei per gas */
  readonly shownBaseFee?: bigint | undefined
  /** in wei per blob gas; undefined before Cancun */
  readonly blobBaseFee: bigint | undefined
  /** of the beacon chain; 0 before Amsterdam */
  readonly slotNumber?: bigint | undefined
  /** The hash of the block with a number, 32 bytes; zeros if it has none. Called only for the 256 blocks before. */
  blockHash(number: bigint): Uint8Array
}

/** The context in which code runs in a block (NewEVMBlockContext of geth). */
export function contextOf(environment: CallEnvironment, header: HeaderValues): BlockContext {
  const { number, timestamp: time, gasLimit, difficulty, mixHash, excessBlobGas } = header
  const prevRandao = difficulty === 0n ? mixHash : undefined
  const fork = keptFork(environment.rules, header)
  return {
    fork,
    number,
    time,
    coinbase: header.miner,
    gasLimit,
    difficulty,
    prevRandao,
    baseFee: header.baseFeePerGas,
    // Present from the start: to add it to a copy would take a twentieth of the time of a short call.
    shownBaseFee: undefined,
    blobBaseFee: excessBlobGas === undefined ? undefined : keptBlobBaseFee(header, fork),
    slotNumber: header.slotNumber,
    blockHash: (wanted) => (wanted >= number ? NO_HASH : environment.blockHash(Number(wanted))),
  }
}

const NO_HASH = new Uint8Array(32)

const blobBaseFees = new WeakMap<HeaderValues, bigint | undefined>()

/** Computed once for each header, because it takes as long as a tenth of a short call. */
function keptBlobBaseFee(header: HeaderValues, fork: ForkName): bigint | undefined {
  if (!blobBaseFees.has(header)) {
    blobBaseFees.set(header, blobBaseFeeOf(fork, header.excessBlobGas))
  }
  return blobBaseFees.get(header)
}

const forks = new WeakMap<HeaderValues, { readonly rules: Rules; readonly fork: ForkName }>()

/** Found once for each header. */
function keptFork(rules: Rules, header: HeaderValues): ForkName {
  const kept = forks.get(header)
  if (kept?.rules === rules) return kept.fork
  const { number, timestamp, difficulty } = header
  const fork = forkOf(rules, number, timestamp, difficulty === 0n)
  forks.set(header, { rules, fork })
  return fork
}

/**
 * The fork in force in a block as geth sees it: forks after the merge apply only if the block has randomness of the
 * beacon chain and London applies to its number; then at least Paris applies, even on a chain that has no merge.
 */
export function forkOf(rules: Rules, number: bigint, time: bigint, isMerged: boolean): ForkName {
  let current: ForkName = 'chainstart'
  let isLondon = false
  for (const { name, at } of rules.forks) {
    const isPastMerge = name === 'paris' || isScheduledByTime(name)
    const applies = isPastMerge
      ? isMerged && isLondon && ('block' in at || time >= BigInt(at.timestamp))
      : 'block' in at && number >= BigInt(at.block)
    if (!applies) continue
    current = name
    if (name === 'london') isLondon = true
  }
  return isMerged && isLondon && !isAtLeast(current, 'paris') ? 'paris' : current
}
