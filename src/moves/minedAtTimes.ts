import { headerTimestamp } from '../chain/encoding/decode/headerTimestamp.ts'
import type { BlockTreeReader } from '../chain/store/tree.ts'
import { parentOf } from '../chain/store/treePath.ts'
import type { Hex } from '../primitives/hex.ts'
import type { JournalMove } from './journalMove.ts'

interface Run {
  count: number
  readonly timestamp: number
  /** undefined for a single block */
  secondsBetween: number | undefined
  last: number
}

/**
 * The moves that mine blocks again, with their times: where these follow the wall clock, nothing else says what they were.
 *
 * @param start hash of the block before the first of them
 * @param last hash of the last of them
 */
export function minedAtTimes(tree: BlockTreeReader, start: Hex, last: Hex): readonly JournalMove[] {
  const runs: Run[] = []
  for (const time of timesBetween(tree, start, last)) {
    const run = runs.at(-1)
    const seconds = run && time - run.last
    if (run === undefined || (run.secondsBetween ?? seconds) !== seconds) {
      runs.push({ count: 1, timestamp: time, secondsBetween: undefined, last: time })
      continue
    }
    run.count++
    run.secondsBetween = seconds
    run.last = time
  }
  return runs.map(({ count, timestamp, secondsBetween }) => {
    return { name: 'mine', args: [count, { timestamp, secondsBetween }] }
  })
}

/** The times of the blocks after a start, oldest first. */
export function timesBetween(tree: BlockTreeReader, start: Hex, last: Hex): readonly number[] {
  const times: number[] = []
  let at = tree.byHash(last)
  while (at !== undefined && at.hash !== start) {
    times.push(headerTimestamp(at))
    at = parentOf(tree, at)
  }
  return times.reverse()
}
