import { mergeBlock } from '../protocol/forks.ts'
import type { Rules } from '../protocol/rules.ts'
import { POW_SECONDS_MAX } from '../protocol/timing.ts'
import { BlockMisuseError } from './misuse.ts'

/** In seconds since 1970: what others still read as a number. */
const TIMESTAMP_MAX = 2 ** 40

/** When a block is to come, in seconds: at a time, so much after its parent, or so much later than it would. */
export type BlockTime =
  | { readonly at: number }
  | { readonly after: number }
  | { readonly later: number }

/**
 * What is wrong with the time of a block: it must come after its parent. Up to the merge it must also leave room for the
 * blocks that are still to come before that to come before the first fork that comes with a time: there nodes take a
 * block of proof of work for a wrong one.
 *
 * @param number of the block
 * @param timestamp in seconds since 1970, as is `parentTime`
 * @returns undefined where nothing is
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
  const range = `timestamp ${timestamp} is not from ${low} to ${high}`
  if (end === undefined || !(timestamp > high)) return range
  const { merge, fork, time } = end
  return `${range}: all blocks up to the merge, which is block ${merge}, must come before ${fork} does, at ${time}`
}

/** What bounds the time of a block of proof of work; undefined where nothing does. */
function proofOfWorkEnd({ forks, genesisTimestamp }: Rules, number: number) {
  const merge = mergeBlock(forks)
  if (merge === undefined || number >= merge) return undefined
  for (const { name: fork, at } of forks) {
    if (!('timestamp' in at)) continue
    const time = at.timestamp
    const latest = time - 1 - (merge - 1 - number) * POW_SECONDS_MAX
    // Chains of others have blocks that come faster, and forks that come later.
    const high = Math.min(time - 1, Math.max(genesisTimestamp + POW_SECONDS_MAX * number, latest))
    return { merge, fork, time, high }
  }
  return undefined
}

/**
 * When a block comes that is told when.
 *
 * @param number of the block
 * @param parentTime of its parent, in seconds since 1970
 * @param usual when it would come by itself
 * @throws {BlockMisuseError} INVALID_HEADER where that is not after its parent, or too late for the forks to come
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
