import { BLOCKS_MAX } from '../endpoint/advance.ts'
import type { JournalMove } from './journalMove.ts'
import { hasOptions, type MineOptions } from './kinds/mine.ts'
import { effectOf } from './moveRegistry.ts'

/** One move for blocks that were mined one after another; undefined if there is none. */
export function joinMined(before: JournalMove, move: JournalMove): JournalMove | undefined {
  if (before.name !== 'mine' || move.name !== 'mine') return undefined
  // JSON has null where an argument was omitted.
  const [first, given] = before.args as readonly [number?, MineOptions?]
  const [second, others] = move.args as readonly [number?, MineOptions?]
  const count = first ?? 1
  const more = second ?? 1
  if (count + more > BLOCKS_MAX) return undefined
  if (!hasOptions(given) && !hasOptions(others)) return { name: 'mine', args: [count + more] }
  const { timestamp, secondsBetween = 0 } = given ?? {}
  if (timestamp === undefined || others?.timestamp === undefined) return undefined
  const seconds = others.timestamp - timestamp - (count - 1) * secondsBetween
  const isEven =
    seconds > 0 &&
    (count === 1 || seconds === secondsBetween) &&
    (more === 1 || seconds === others.secondsBetween)
  if (!isEven) return undefined
  return { name: 'mine', args: [count + more, { timestamp, secondsBetween: seconds }] }
}

/** The moves that mine blocks with these times: where they follow the wall clock, nothing else says what they were. */
export function minedAt(times: readonly number[]): readonly JournalMove[] {
  const moves: JournalMove[] = []
  for (const timestamp of times) {
    const move = { name: 'mine', args: [1, { timestamp }] }
    const last = moves.at(-1)
    const joined = last && joinMined(last, move)
    if (joined === undefined) moves.push(move)
    else moves[moves.length - 1] = joined
  }
  return moves
}

/**
 * Whether a move may bring a transaction into the pool, or let a reorg bring one back: which transactions a block has may
 * then depend on whether it is mined together with the next one.
 */
export function bringsTransactions({ name, args }: JournalMove): boolean {
  const { transactions } = Object(args[0]) as { readonly transactions?: unknown }
  return effectOf(name) === 'sends' || (name === 'reorg' && transactions !== undefined)
}
