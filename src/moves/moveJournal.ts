import { sizeOf } from '../endpoint/activity/sizeOf.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { ViewedChain } from '../endpoint/view.ts'
import { type BlockPosition, positionOf } from './blockPosition.ts'
import type { JournalMove } from './journalMove.ts'
import { minedAtTimes } from './minedAtTimes.ts'

/** As many as a scenario may have. */
const MOVES_MAX = 10_000

const BYTES_MAX = 1024 * 1024

/** What a move takes besides its arguments. */
const MOVE_BYTES = 200

/**
 * The moves of an endpoint since its start, in the order in which they were done. When it is full, it takes no more: a
 * scenario without its first moves would lead elsewhere.
 */
export class MoveJournal {
  #start: BlockPosition
  #moves: JournalMove[] = []
  #bytes = 0
  #dropped = 0
  /** the head after the last move */
  #end: BlockPosition | undefined
  readonly #memory: ViewedChain['memory']

  /**
   * @param start the head before the first move
   * @param memory where its bytes are counted
   */
  constructor(start: BlockPosition, memory: ViewedChain['memory']) {
    this.#start = start
    this.#memory = memory
  }

  /** The head before the first move. */
  get start(): BlockPosition {
    return this.#start
  }

  get moves(): readonly JournalMove[] {
    return this.#moves
  }

  /** How many moves came after it was full. */
  get dropped(): number {
    return this.#dropped
  }

  add(move: JournalMove): void {
    const bytes = sizeOf(move.args, BYTES_MAX)
    if (this.#moves.length >= MOVES_MAX || this.#bytes + bytes > BYTES_MAX || this.#dropped > 0) {
      this.#dropped++
      return
    }
    this.#moves.push(move)
    this.#bytes += bytes
    this.#memory?.add(MOVE_BYTES + bytes)
  }

  /**
   * Begins again, because the endpoint is as it was at its start.
   *
   * @param kept whether a move is still in effect
   */
  restart(start: BlockPosition, kept: (move: JournalMove) => boolean): void {
    this.#start = start
    const moves = this.#moves.filter(kept)
    this.#memory?.add(-(this.#moves.length * MOVE_BYTES + this.#bytes))
    this.#moves = []
    this.#bytes = 0
    this.#dropped = 0
    for (const move of moves) this.add(move)
    this.#end = start
  }

  /**
   * Adds moves, and before them those that follow what the chain has grown since the last one.
   *
   * @param start the head before the moves
   * @param end the head after them
   */
  addAfter(
    start: BlockPosition,
    moves: readonly JournalMove[],
    end: BlockPosition,
    follow: (last: BlockPosition) => readonly JournalMove[],
  ): void {
    const last = this.#end
    const hasGrown = last !== undefined && last.hash !== start.hash && start.number > last.number
    for (const move of hasGrown ? follow(last) : []) this.add(move)
    for (const move of moves) this.add(move)
    this.#end = end
  }
}

/** The moves whose effect `reset` ends. Faults and mining stay as they are. */
const undoneByReset: ReadonlySet<string> = new Set([
  ...['mine', 'advanceTo', 'reorg', 'rollback', 'snapshot', 'revert', 'setFinality', 'setLag'],
  ...['increaseTime', 'setNextBlockTimestamp', 'setBlockTimestampInterval'],
  ...['setBalance', 'setNonce', 'setCode', 'setStorageAt'],
  ...['setNextBlockBaseFeePerGas', 'setCoinbase', 'setPrevRandao', 'setBlockGasLimit'],
])

/** The moves that mine new blocks at the head. */
const forwards: ReadonlySet<string> = new Set(['mine', 'advanceTo'])

const journals = new WeakMap<Endpoint, MoveJournal>()

/** The journal of an endpoint; undefined before its first move. */
export function journalOf(endpoint: Endpoint): MoveJournal | undefined {
  return journals.get(endpoint)
}

/** Adds a move. */
export function addToJournal(endpoint: Endpoint, start: BlockPosition, move: JournalMove): void {
  let journal = journals.get(endpoint)
  if (journal === undefined) {
    journal = new MoveJournal(start, endpoint.chain.memory)
    journals.set(endpoint, journal)
  }
  if (move.name === 'reset') {
    journal.restart(positionOf(endpoint.head), ({ name }) => !undoneByReset.has(name))
    return
  }
  const { chain, followsWallClock } = endpoint
  const end = positionOf(endpoint.head)
  const mined = (from: BlockPosition, to: BlockPosition) =>
    minedAtTimes(chain.tree, from.hash, to.hash)
  const made = followsWallClock && forwards.has(move.name) ? mined(start, end) : [move]
  journal.addAfter(start, made, end, (last) =>
    followsWallClock
      ? mined(last, start)
      : [{ name: 'advanceTo', args: [start.number], result: undefined }],
  )
}
