import { BlockMisuseError } from './byHand/misuse.ts'
import { mergeBlock } from './forks.ts'
import type { Rules } from './rules.ts'
import { POW_SECONDS_MAX } from './timing.ts'

/** In seconds since 1970: what others still read as a number. */
const TIMESTAMP_MAX = 2 ** 40

/** When a block is to come, in seconds: at a time, so much after its parent, or so much later than it would. */
export type BlockTime =
  | { readonly at: number }
  | { readonly after: number }
  | { readonly later: number }

/**
 * What is wrong with the time of a block: it must come after its parent, and up to the merge blocks to come must keep room
 * to reach it before the forks that come with a time (there, nodes take a block of proof of work for a wrong one).
 *
 * @param number of the block
 * @param timestamp in seconds since 1970, as is `parentTime`
 * @returns undefined where nothing is
 */
export function timeProblem(
  { forks, genesisTimestamp }: Rules,
  number: number,
  parentTime: number,
  timestamp: number,
): string | undefined {
  const low = parentTime + 1
  const merge = mergeBlock(forks)
  const isAhead = merge !== undefined && number < merge
  const high = isAhead ? genesisTimestamp + POW_SECONDS_MAX * number : TIMESTAMP_MAX
  if (Number.isSafeInteger(timestamp) && timestamp >= low && timestamp <= high) return undefined
  const range = `timestamp ${timestamp} is not from ${low} to ${high}`
  if (!isAhead || !(timestamp > high)) return range
  return `${range}: up to the merge, which is block ${merge}, time must not run past the forks that come after it`
}

/**
 * When a block comes that is told when.
 *
 * @param number of the block
 * @param parentTime of its parent, in seconds since 1970
 * @param usual when it would come by itself
 * @throws {BlockMisuseError} INVALID_HEADER where that is not after its parent, or too late for the forks to come
 */
export function settleTime(
  rules: Rules,
  number: number,
  parentTime: number,
  usual: number,
  time: BlockTime,
): number {
  const settled = wanted(time, parentTime, usual)
  const problem = timeProblem(rules, number, parentTime, settled)
  if (problem !== undefined) throw new BlockMisuseError('INVALID_HEADER', number, problem)
  return settled
}

function wanted(time: BlockTime, parentTime: number, usual: number): number {
  if ('at' in time) return time.at
  return 'after' in time ? parentTime + time.after : usual + time.later
}
