import type { SealedBlock } from '../../chain/encoding/block.ts'
import { headerTimestamp } from '../../chain/encoding/decode/headerTimestamp.ts'
import type { BlockTreeReader } from '../../chain/store/tree.ts'
import { parentOf } from '../../chain/store/treePath.ts'
import type { Change, ChangeOutcome } from '../../endpoint/changes.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { type BlockPosition, positionOf } from '../../moves/blockPosition.ts'
import { advancedTo } from '../../moves/kinds/advanceTo.ts'
import { minedAt } from '../../moves/kinds/mine.ts'
import { nextBlockAt } from '../../moves/kinds/setNextBlockTimestamp.ts'
import type { MoveRecord } from '../../moves/moveRecord.ts'
import { effectOf, journalFactsOf } from '../../moves/moveRegistry.ts'
import type { Hex } from '../../primitives/hex.ts'
import { minedAtTimes } from '../joinMoves.ts'
import { moveOfChange } from '../moveOfChange.ts'
import { MoveHistory } from './moveHistory.ts'

interface KeptHistory {
  readonly history: MoveHistory
  /** the endpoint that it follows */
  leader: Endpoint | undefined
}

const histories = new WeakMap<Endpoint, KeptHistory>()

/** The history of an endpoint, up to where it is now; undefined if nothing was done to it. */
export function moveHistoryOf(endpoint: Endpoint): MoveHistory | undefined {
  const kept = histories.get(endpoint)
  if (kept !== undefined) followGrowth(endpoint, kept, positionOf(endpoint.head))
  return kept?.history
}

/** Adds a change of an endpoint to its history. */
export function addToHistory(
  endpoint: Endpoint,
  change: Change,
  before: SealedBlock,
  outcome: ChangeOutcome,
): void {
  const start = positionOf(before)
  const kept = keptOf(endpoint, start)
  followGrowth(endpoint, kept, start)
  const { history, leader } = kept
  kept.leader = endpoint.lag?.behind
  // The head of a follower depends on where its leader is at this point.
  for (const one of new Set([leader, kept.leader])) if (one !== undefined) sealHistoryOf(one)
  const end = positionOf(endpoint.head)
  const move = moveOf(change, outcome, start, end, kept.leader !== undefined)
  const { miner, chain } = endpoint
  // Without dev, the chain would have the same block.
  if (miner !== undefined && end.number > chain.tree.head.number) {
    history.builtAbove(chain.tree.head.number)
  }
  const { undoes } = journalFactsOf(move.name)
  const isUndone =
    undoes !== undefined && kept.leader === undefined && history.undo(move.args, undoes, end)
  if (isUndone) return
  const repeatable = history.hasForgotten ? repeatableOf(endpoint, move, end) : move
  history.add(withTimes(endpoint, repeatable, start), end)
  if (leader !== undefined) history.close()
}

/** A move that does not refer to what the history has forgotten, as far as that is possible. */
function repeatableOf(
  { chain: { tree }, miner }: Endpoint,
  move: MoveRecord,
  { number, hash }: BlockPosition,
): MoveRecord {
  const { findsBlock, byHash } = journalFactsOf(move.name)
  const isThere = findsBlock?.(move.args) !== true || tree.byNumber(number)?.hash === hash
  const args = byHash === undefined ? move.args : byHash(move.args, (name) => miner?.hashOf(name))
  return isThere && args !== undefined ? { ...move, args } : { ...move, isLost: true }
}

/** @param start its head before its first move */
function keptOf(endpoint: Endpoint, start: BlockPosition): KeptHistory {
  const known = histories.get(endpoint)
  if (known !== undefined) return known
  const leader = endpoint.initialLag?.behind
  const kept = { history: new MoveHistory(start, endpoint.chain), leader }
  histories.set(endpoint, kept)
  return kept
}

/** Seals the history of a leader, and of those that it follows itself, at their present heads. */
function sealHistoryOf(leader: Endpoint): void {
  const head = positionOf(leader.head)
  const kept = keptOf(leader, head)
  followGrowth(leader, kept, head)
  kept.history.seal()
  if (kept.leader !== undefined) sealHistoryOf(kept.leader)
}

/**
 * @param start the head before it
 * @param end the head after it
 * @param isFollowing whether the head follows another one after it
 */
function moveOf(
  change: Change,
  outcome: ChangeOutcome,
  start: BlockPosition,
  end: BlockPosition,
  isFollowing: boolean,
): MoveRecord {
  const move = moveOfChange(change)
  if (outcome === 'failed') {
    // Nothing can make it again: how long it takes until it fails depends on the machine.
    if (start.hash !== end.hash) return { name: 'failed', args: [] }
    // No block could be mined at all: the transaction waits.
    return withoutMining(move)
  }
  const { keep } = journalFactsOf(move.name)
  return { ...move, result: keep ? keep(end, isFollowing) : withoutBlocks(outcome.result) }
}

/** The move that leaves in the pool what it sends. */
function withoutMining(move: MoveRecord): MoveRecord {
  const args = journalFactsOf(move.name).withoutMining?.(move.args)
  return args === undefined ? move : { ...move, args }
}

/** The result of a move as the history keeps it: a block, or several, become the hash of the last one. */
function withoutBlocks(result: unknown): unknown {
  const last: unknown = Array.isArray(result) ? result.at(-1) : result
  return typeof last === 'object' ? (last as { readonly hash?: Hex } | null)?.hash : last
}

/** A move and, where blocks follow the wall clock, the times of those that it has mined. */
function withTimes(
  { chain, followsWallClock, head }: Endpoint,
  move: MoveRecord,
  { hash }: BlockPosition,
): readonly MoveRecord[] {
  if (!followsWallClock) return [move]
  const effect = effectOf(move.name)
  if (effect !== 'mines' && effect !== 'sends') return [move]
  const times = timesBetween(chain.tree, hash, head.hash)
  if (effect === 'mines') return minedAtTimes(times)
  if (times.length < 2) return [...times.map(nextBlockAt), move]
  // More than a block waited before it, and each had a time of its own.
  return [withoutMining(move), ...times.map(minedAt)]
}

/** The times of the blocks after a start, oldest first. */
function timesBetween(tree: BlockTreeReader, start: Hex, last: Hex): readonly number[] {
  const times: number[] = []
  let at = tree.byHash(last)
  while (at !== undefined && at.hash !== start) {
    times.push(headerTimestamp(at))
    at = parentOf(tree, at)
  }
  return times.reverse()
}

/** Adds a move to where the chain has grown since the last move, if the endpoint followed it. */
function followGrowth(
  { miner }: Endpoint,
  { history, leader }: KeptHistory,
  { number, hash }: BlockPosition,
): void {
  const { end } = history
  if (leader !== undefined || end.hash === hash || number <= end.number) return
  history.followed()
  // By its number, the move would mine a block that includes what was sent.
  const block = miner === undefined || miner.log.count === 0 ? number : hash
  history.add([advancedTo(block)], { number, hash })
}
