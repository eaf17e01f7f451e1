import { show } from '../../primitives/input.ts'
import { mergeBlock } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'
import { POW_SECONDS_MAX } from '../protocol/timing.ts'
import { BlockMisuseError } from './misuse.ts'

/** In seconds since 1970: higher values are too large for some clients. */
const TIMESTAMP_MAX = 2 ** 40

/** The time of a block in seconds: absolute, after its parent, or later than its default time. */
export type BlockTime =
  | { readonly at: number }
  | { readonly after: number }
  | { readonly later: number }

/**
 * What is wrong with the timestamp of a block: it must be above its parent's. Before the merge it must also leave time
 * for the remaining proof-of-work blocks before the first fork that is scheduled by time, after which nodes reject
 * proof of work.
 *
 * @param number of the block
 * @param timestamp in seconds since 1970, as is `parentTime`
 * @returns undefined if nothing is wrong
 */
export function timeProblem(
  rules: Rules,
  number: number,
  parentTime: number,
  timestamp: number,
): string | undefined {
  const low = parentTime + 1
  const end = proofOfWorkEnd(rules, number)
  const high = end?.high ?? TIMESTAMP_MAX
  if (Number.isSafeInteger(timestamp) && timestamp >= low && timestamp <= high) return undefined
  const range = `timestamp ${show(timestamp)} is not from ${low} to ${high}`
  if (end === undefined && low > high) {
    return `no time can be set after ${parentTime}: the latest that can be set is ${high}`
  }
  if (end === undefined || !(timestamp > high)) return range
  const { merge, fork, time } = end
  return `${range}: all blocks before the merge, which is block ${merge}, must be earlier than ${fork}, which activates at ${time}`
}

/** The latest time of a proof-of-work block, and the fork that it follows from; undefined if no fork bounds it. */
function proofOfWorkEnd({ forks, genesisTimestamp }: Rules, number: number) {
  const merge = mergeBlock(forks)
  if (merge === undefined || number >= merge) return undefined
  for (const { name: fork, at } of forks) {
    if (!('timestamp' in at)) continue
    const time = at.timestamp
    const latest = time - 1 - (merge - 1 - number) * POW_SECONDS_MAX
    // Imported chains may have shorter block times and later forks than generated ones.
    const high = Math.min(time - 1, Math.max(genesisTimestamp + POW_SECONDS_MAX * number, latest))
    return { merge, fork, time, high }
  }
  return undefined
}

/**
 * The timestamp of a block whose time was requested.
 *
 * @param number of the block
 * @param parentTime of its parent, in seconds since 1970
 * @param usual its default timestamp
 * @throws {BlockMisuseError} INVALID_HEADER if the result is not above the parent's, or too late for the next fork
 */
export function resolveBlockTime(
  rules: Rules,
  number: number,
  parentTime: number,
  usual: number,
  time: BlockTime,
): number {
  const timestamp = toTimestamp(time, parentTime, usual)
  const problem = timeProblem(rules, number, parentTime, timestamp)
  if (problem !== undefined) throw new BlockMisuseError('INVALID_HEADER', number, problem)
  return timestamp
}

function toTimestamp(time: BlockTime, parentTime: number, usual: number): number {
  if ('at' in time) return time.at
  return 'after' in time ? parentTime + time.after : usual + time.later
}
