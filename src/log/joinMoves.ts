import { minedAt } from '../moves/kinds/mine.ts'
import type { MoveRecord } from '../moves/moveRecord.ts'
import { effectOf, journalFactsOf } from '../moves/moveRegistry.ts'

/** One move that does what two did one after the other; undefined if there is none. */
export function joinMoves(before: MoveRecord, { name, args }: MoveRecord): MoveRecord | undefined {
  if (before.name !== name) return undefined
  const joined = journalFactsOf(name).join?.(before.args, args)
  return joined && { name, args: joined }
}

/**
 * Whether a move may bring a transaction into the pool, or let a reorg bring one back: which transactions a block has may
 * then depend on whether it is mined together with the next one.
 */
export function bringsTransactions({ name, args }: MoveRecord): boolean {
  return effectOf(name) === 'sends' || journalFactsOf(name).bringsTransactions?.(args) === true
}

/** The moves that mine blocks with these times: where they follow the wall clock, nothing else says what they were. */
export function minedAtTimes(times: readonly number[]): readonly MoveRecord[] {
  const moves: MoveRecord[] = []
  for (const move of times.map(minedAt)) {
    const last = moves.at(-1)
    const joined = last && joinMoves(last, move)
    if (joined === undefined) moves.push(move)
    else moves[moves.length - 1] = joined
  }
  return moves
}
