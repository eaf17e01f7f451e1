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
import { effectOf, journalFactsOf } from '../../moves/moveRegistry.ts'
import type { Hex } from '../../primitives/hex.ts'
import { headOf } from '../entry.ts'
import { joinAll } from '../join.ts'
import { type MadeEntry, MoveHistory } from './moveHistory.ts'

type Made = Omit<MadeEntry, 'sequence'>

const histories = new WeakMap<Endpoint, MoveHistory>()

/** The history of an endpoint, up to where it is now; undefined if nothing was done to it. */
export function moveHistoryOf(endpoint: Endpoint): MoveHistory | undefined {
  const history = histories.get(endpoint)
  if (history !== undefined) followGrowth(endpoint, history, positionOf(endpoint.head))
  return history
}

/** Forgets the history of an endpoint, which goes on from another chain. */
export function forgetHistory(endpoint: Endpoint): void {
  histories.get(endpoint)?.free()
  histories.delete(endpoint)
}

/** Adds a change of an endpoint to its history. */
export function addToHistory(
  endpoint: Endpoint,
  change: Change,
  before: SealedBlock,
  outcome: ChangeOutcome,
): void {
  const start = positionOf(before)
  const history = historyOf(endpoint, start)
  followGrowth(endpoint, history, start)
  const { leader } = history
  history.leader = endpoint.lag?.behind
  // The head of a follower depends on where its leader is at this point.
  for (const one of new Set([leader, history.leader])) if (one !== undefined) sealHistoryOf(one)
  const end = headOf(endpoint.head)
  const made = madeBy(change, outcome, start, end, history.leader !== undefined)
  const entry = { endpoint: endpoint.key, ...made, start: start.hash, end }
  const { miner, chain } = endpoint
  // Without dev, the chain would have the same block.
  if (miner !== undefined && end.number > chain.tree.head.number) {
    history.builtAbove(chain.tree.head.number)
  }
  const { move, args } = entry.change
  const { undoes } = journalFactsOf(move)
  const isUndone =
    undoes !== undefined && history.leader === undefined && history.undo(args, undoes, end)
  if (isUndone) return
  const repeatable = history.hasForgotten ? repeatableOf(endpoint, entry) : entry
  history.add(withTimes(endpoint, repeatable, start), end)
  if (leader !== undefined) history.close()
}

/** An entry that does not refer to what the history has forgotten, as far as that is possible. */
function repeatableOf({ chain: { tree }, miner }: Endpoint, entry: Made): Made {
  const { change, start, end } = entry
  const { findsBlock, byHash } = journalFactsOf(change.move)
  const hasMoved = findsBlock?.(change.args) === true && start !== end.hash
  const isThere = !hasMoved || tree.byNumber(end.number)?.hash === end.hash
  const args =
    byHash === undefined ? change.args : byHash(change.args, (name) => miner?.hashOf(name))
  return isThere && args !== undefined
    ? { ...entry, change: { ...change, args } }
    : { ...entry, isLost: true }
}

/** @param start its head before its first move */
function historyOf(endpoint: Endpoint, start: BlockPosition): MoveHistory {
  const known = histories.get(endpoint)
  if (known !== undefined) return known
  const history = new MoveHistory(start, endpoint.chain)
  history.leader = endpoint.initialLag?.behind
  histories.set(endpoint, history)
  return history
}

/** Seals the history of a leader, and of those that it follows itself, at their present heads. */
function sealHistoryOf(leader: Endpoint): void {
  const head = positionOf(leader.head)
  const history = historyOf(leader, head)
  followGrowth(leader, history, head)
  history.seal()
  if (history.leader !== undefined) sealHistoryOf(history.leader)
}

/**
 * The move that makes a change again, and its result.
 *
 * @param isFollowing whether the head follows another one after it
 */
function madeBy(
  change: Change,
  outcome: ChangeOutcome,
  start: BlockPosition,
  end: BlockPosition,
  isFollowing: boolean,
): Pick<Made, 'change' | 'result'> {
  if (outcome === 'failed') {
    // Nothing can make it again: how long it takes until it fails depends on the machine.
    if (start.hash !== end.hash) return { change: { move: 'failed', args: [] } }
    // No block could be mined at all: the transaction waits.
    return { change: withoutMining(change) }
  }
  const { keep } = journalFactsOf(change.move)
  return { change, result: keep ? keep(end, isFollowing) : withoutBlocks(outcome.result) }
}

/** The move that leaves in the pool what it sends. */
function withoutMining(change: Change): Change {
  const args = journalFactsOf(change.move).withoutMining?.(change.args)
  return args === undefined ? change : { ...change, args }
}

/** The result of a move as the history keeps it: a block, or several, become the hash of the last one. */
function withoutBlocks(result: unknown): unknown {
  const last: unknown = Array.isArray(result) ? result.at(-1) : result
  return typeof last === 'object' ? (last as { readonly hash?: Hex } | null)?.hash : last
}

/** An entry and, where blocks follow the wall clock, the times of those that were mined. */
function withTimes(
  { chain, followsWallClock, head }: Endpoint,
  entry: Made,
  start: BlockPosition,
): readonly Made[] {
  if (!followsWallClock) return [entry]
  const effect = effectOf(entry.change.move)
  if (effect !== 'mines' && effect !== 'sends') return [entry]
  const { endpoint } = entry
  const blocks = blocksBetween(chain.tree, start.hash, head.hash)
  const mined = blocks.map((block, index): Made => {
    const before = blocks[index - 1] ?? start
    const change = minedAt(headerTimestamp(block))
    return { endpoint, change, start: before.hash, end: positionOf(block) }
  })
  // Nothing else says what the times were.
  if (effect === 'mines') return joinAll(mined)
  const [block] = blocks
  if (block === undefined) return [entry]
  const before = { endpoint, start: start.hash, end: start }
  // More than a block waited before it, and each had a time of its own.
  if (blocks.length > 1) return [{ ...before, change: withoutMining(entry.change) }, ...mined]
  return [{ ...before, change: nextBlockAt(headerTimestamp(block)) }, entry]
}

/** The blocks after a start, oldest first. */
function blocksBetween(tree: BlockTreeReader, start: Hex, last: Hex): readonly SealedBlock[] {
  const blocks: SealedBlock[] = []
  let at = tree.byHash(last)
  while (at !== undefined && at.hash !== start) {
    blocks.push(at)
    at = parentOf(tree, at)
  }
  return blocks.reverse()
}

/** Adds a move to where the chain has grown since the last move, if the endpoint followed it. */
function followGrowth(
  { key, miner }: Endpoint,
  history: MoveHistory,
  { number, hash }: BlockPosition,
): void {
  const { end, leader } = history
  if (leader !== undefined || end.hash === hash || number <= end.number) return
  history.followed()
  // By its number, the move would mine a block that includes what was sent.
  const block = miner === undefined || miner.log.count === 0 ? number : hash
  const head = { number, hash }
  const change = advancedTo(block)
  history.add([{ endpoint: key, change, start: end.hash, end: head }], head)
}
