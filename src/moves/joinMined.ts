import type { JournalMove } from './journalMove.ts'
import type { MineOptions } from './kinds/mine.ts'

/** One move for blocks that were mined one after another; undefined if there is none. */
export function joinMined(before: JournalMove, move: JournalMove): JournalMove | undefined {
  if (before.name !== 'mine' || move.name !== 'mine') return undefined
  const [count = 1, given] = before.args as readonly [number?, MineOptions?]
  const [more = 1, others] = move.args as readonly [number?, MineOptions?]
  if (isEmpty(given) && isEmpty(others)) return { name: 'mine', args: [count + more] }
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

/**
 * Whether a move may bring a transaction into the pool, or let a reorg bring one back: which transactions a block has may
 * then depend on whether it is mined together with the next one.
 */
export function bringsTransactions({ name, args }: JournalMove): boolean {
  if (name !== 'reorg') return name === 'sendTransaction'
  return (Object(args[0]) as { readonly transactions?: unknown }).transactions !== undefined
}

function isEmpty({ timestamp, secondsBetween }: MineOptions = {}): boolean {
  return timestamp === undefined && secondsBetween === undefined
}
