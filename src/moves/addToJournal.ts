import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerTimestamp } from '../chain/encoding/decode/headerTimestamp.ts'
import type { BlockTreeReader } from '../chain/store/tree.ts'
import { parentOf } from '../chain/store/treePath.ts'
import type { Change, ChangeOutcome } from '../endpoint/changes.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { Lag } from '../endpoint/headPointer.ts'
import type { Hex } from '../primitives/hex.ts'
import { type BlockPosition, positionOf } from './blockPosition.ts'
import { minedAt } from './joinMined.ts'
import type { JournalMove } from './journalMove.ts'
import type { Effect } from './move.ts'
import { MoveJournal } from './moveJournal.ts'
import { effectOf } from './moveRegistry.ts'

/** The effects that `reset` ends. */
const undoneByReset: ReadonlySet<Effect | undefined> = new Set<Effect>([
  'mines',
  'movesHead',
  'altersState',
  'setsNextBlock',
  'saves',
])

interface Kept {
  readonly journal: MoveJournal
  /** the endpoint that it follows */
  leader: Endpoint | undefined
}

const journals = new WeakMap<Endpoint, Kept>()

/** The journal of an endpoint, up to where it is now; undefined if nothing was done to it. */
export function journalOf(endpoint: Endpoint): MoveJournal | undefined {
  const kept = journals.get(endpoint)
  if (kept !== undefined) followGrowth(endpoint, kept, positionOf(endpoint.head))
  return kept?.journal
}

/** Adds a change of an endpoint to its journal. */
export function addToJournal(
  endpoint: Endpoint,
  change: Change,
  before: SealedBlock,
  outcome: ChangeOutcome,
): void {
  const start = positionOf(before)
  const kept = keptOf(endpoint, start)
  followGrowth(endpoint, kept, start)
  const { journal, leader } = kept
  kept.leader = leaderOf(endpoint.lag)
  // Where it was or is now depends on where these are now.
  for (const one of new Set([leader, kept.leader])) if (one !== undefined) sealJournalOf(one)
  const end = positionOf(endpoint.head)
  const move = moveOf(change, outcome, start, end)
  const { miner, chain } = endpoint
  // Without dev, the chain would have the same block.
  if (miner !== undefined && end.number > chain.tree.head.number) {
    journal.builtAbove(chain.tree.head.number)
  }
  if (move.name !== 'reset') {
    journal.add(withTimes(endpoint, move, start), end)
  } else if (
    kept.leader !== undefined ||
    journal.hasMade('sends', 'follows') ||
    (move.args[1] !== true && journal.hasMade('saves'))
  ) {
    journal.add([{ ...move, result: kept.leader === undefined ? end.number : undefined }], end)
  } else {
    journal.restart(end, undoneByReset)
  }
}

/** @param start its head before its first move */
function keptOf(endpoint: Endpoint, start: BlockPosition): Kept {
  const known = journals.get(endpoint)
  if (known !== undefined) return known
  const leader = leaderOf(endpoint.initialLag)
  const kept = { journal: new MoveJournal(start, endpoint.chain), leader }
  journals.set(endpoint, kept)
  return kept
}

function leaderOf(lag: Lag | undefined): Endpoint | undefined {
  return lag?.behind as Endpoint | undefined
}

/** Keeps in the journal of a leader, and of those that it follows itself, where they are. */
function sealJournalOf(leader: Endpoint): void {
  const head = positionOf(leader.head)
  const kept = keptOf(leader, head)
  followGrowth(leader, kept, head)
  kept.journal.seal()
  if (kept.leader !== undefined) sealJournalOf(kept.leader)
}

/**
 * @param start the head before it
 * @param end the head after it
 */
function moveOf(
  change: Change,
  outcome: ChangeOutcome,
  start: BlockPosition,
  end: BlockPosition,
): JournalMove {
  if (outcome === 'failed') {
    // Nothing can make it again: how long it takes until it fails depends on the machine.
    if (start.hash !== end.hash) return { name: 'failed', args: [] }
    // No block could be mined at all: the transaction waits.
    const sent =
      'send' in change
        ? { raw: change.send, from: change.sender }
        : 'move' in change && change.args[0]
    return { name: 'sendTransaction', args: [{ ...Object(sent), mine: false }] }
  }
  if ('mine' in change) return { name: 'mine', args: [] }
  if ('move' in change) {
    const { move: name, args } = change
    return { name, args, result: name === 'setLag' ? end.hash : withoutBlocks(outcome.result) }
  }
  const { send: raw, sender: from, isJoined } = change
  const args = [{ raw, from, mine: isJoined === true ? false : undefined }]
  return { name: 'sendTransaction', args }
}

/** What the journal keeps of a result: of a block, or of the last of several, the hash. */
function withoutBlocks(result: unknown): unknown {
  const last: unknown = Array.isArray(result) ? result.at(-1) : result
  return typeof last === 'object' ? (last as { readonly hash?: Hex } | null)?.hash : last
}

/** A move and, where blocks follow the wall clock, the times of those that it has mined. */
function withTimes(
  { chain, followsWallClock, head }: Endpoint,
  move: JournalMove,
  { hash }: BlockPosition,
): readonly JournalMove[] {
  if (!followsWallClock) return [move]
  const effect = effectOf(move.name)
  if (effect !== 'mines' && effect !== 'sends') return [move]
  const times = timesBetween(chain.tree, hash, head.hash)
  if (effect === 'mines') return minedAt(times)
  if (times.length < 2) {
    return [...times.map((time) => ({ name: 'setNextBlockTimestamp', args: [time] })), move]
  }
  // More than a block waited before it, and each had a time of its own.
  const later = { ...move, args: [{ ...Object(move.args[0]), mine: false }] }
  return [later, ...times.map((timestamp) => ({ name: 'mine', args: [1, { timestamp }] }))]
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
  { journal, leader }: Kept,
  { number, hash }: BlockPosition,
): void {
  const { end } = journal
  if (leader !== undefined || end.hash === hash || number <= end.number) return
  journal.followed()
  // Given the number, it would include what was sent.
  const block = miner === undefined || miner.log.count === 0 ? number : hash
  journal.add([{ name: 'advanceTo', args: [block] }], { number, hash })
}
