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
 * The latest time that a block can have: up to the merge, blocks to come must keep room to reach it before the
 * forks that come with a time; after it, what others still read as a number.
 *
 * @returns in seconds since 1970
 */
export function latestTimestamp({ forks, genesisTimestamp }: Rules, number: number): number {
  const merge = mergeBlock(forks)
  const isAhead = merge !== undefined && number < merge
  return isAhead ? genesisTimestamp + POW_SECONDS_MAX * number : TIMESTAMP_MAX
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
  const low = parentTime + 1
  const high = latestTimestamp(rules, number)
  if (!Number.isSafeInteger(settled) || settled < low || settled > high) {
    const problem = `timestamp ${settled} is not from ${low} to ${high}`
    throw new BlockMisuseError('INVALID_HEADER', number, problem)
  }
  return settled
}

function wanted(time: BlockTime, parentTime: number, usual: number): number {
  if ('at' in time) return time.at
  return 'after' in time ? parentTime + time.after : usual + time.later
}
