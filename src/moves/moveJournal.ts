import { sizeOf } from '../endpoint/activity/sizeOf.ts'
import type { ViewedChain } from '../endpoint/view.ts'
import type { BlockPosition } from './blockPosition.ts'
import { bringsTransactions, joinMined } from './joinMined.ts'
import type { JournalMove } from './journalMove.ts'

/** As many as a scenario may have. */
const MOVES_MAX = 10_000

/** So that the file is not larger than a scenario may be. */
const BYTES_MAX = 3 * 1024 * 1024

/** The moves that set fields of blocks that are mined later. */
export const settingsOfBlocks: ReadonlySet<string> = new Set([
  'increaseTime',
  'setNextBlockTimestamp',
  'setBlockTimestampInterval',
  'setNextBlockBaseFeePerGas',
  'setCoinbase',
  'setPrevRandao',
  'setBlockGasLimit',
])

/** What a move takes besides its arguments. */
const MOVE_BYTES = 200

/** A move, and when it was made. */
export interface NumberedMove extends JournalMove {
  /** increases from move to move, those of other endpoints included */
  readonly order: number
}

let order = 0

/**
 * What was done to an endpoint since its start, in order. When it is full, it takes no more: a scenario without its first
 * moves would lead elsewhere.
 */
export class MoveJournal {
  #start: BlockPosition
  #moves: NumberedMove[] = []
  #bytes = 0
  #dropped = 0
  #hasSent = false
  /** the head after the last move */
  #end: BlockPosition
  #lowestHeight: number | undefined
  #hasGrownUnderSettings = false
  /** whether the next move must not be joined with the last one */
  #isSealed = false
  readonly #memory: ViewedChain['memory']

  /**
   * @param start the head before the first move
   * @param memory where its bytes are counted
   */
  constructor(start: BlockPosition, memory: ViewedChain['memory']) {
    this.#start = start
    this.#end = start
    this.#memory = memory
  }

  /** The head before the first move. */
  get start(): BlockPosition {
    return this.#start
  }

  get end(): BlockPosition {
    return this.#end
  }

  get moves(): readonly NumberedMove[] {
    return this.#moves
  }

  /** How many moves came after it was full. */
  get dropped(): number {
    return this.#dropped
  }

  /** The lowest height that the chain had when a block above it was built; undefined if none was. */
  get lowestHeight(): number | undefined {
    return this.#lowestHeight
  }

  /** Says that a block was built above the chain, which had this height. */
  builtAbove(height: number): void {
    this.#lowestHeight = Math.min(height, this.#lowestHeight ?? height)
  }

  /** Whether the head has followed the chain while fields of the next block were set: played again, they would change it. */
  get hasGrownUnderSettings(): boolean {
    return this.#hasGrownUnderSettings
  }

  /** Says that the head has followed the chain since the last move. */
  followed(): void {
    this.#hasGrownUnderSettings ||= this.#moves.some(({ name }) => settingsOfBlocks.has(name))
  }

  /** Says that another endpoint depends on where this one is now. */
  seal(): void {
    this.#isSealed = true
  }

  /**
   * Adds moves.
   *
   * @param end the head after them
   */
  add(moves: readonly JournalMove[], end: BlockPosition): void {
    for (const move of moves) this.#add(move)
    this.#end = end
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
    this.#hasSent = false
    this.#bytes = 0
    this.#dropped = 0
    this.#lowestHeight = undefined
    this.#hasGrownUnderSettings = false
    this.add(moves, start)
  }

  #add(move: JournalMove): void {
    const last = this.#moves.at(-1)
    const canJoin = !this.#isSealed && !this.#hasSent && this.#dropped === 0
    const joined = last && canJoin ? joinMined(last, move) : undefined
    this.#isSealed = false
    if (joined !== undefined) {
      this.#moves[this.#moves.length - 1] = { ...joined, order: ++order }
      return
    }
    const bytes = bytesOf(move)
    if (this.#moves.length >= MOVES_MAX || this.#bytes + bytes > BYTES_MAX || this.#dropped > 0) {
      this.#dropped++
      return
    }
    const { name, args, result } = move
    this.#moves.push({ name, args, result, order: ++order })
    this.#hasSent ||= bringsTransactions(move)
    this.#bytes += bytes
    this.#memory?.add(MOVE_BYTES + bytes)
  }
}

/** In a file, a byte of a transaction is two digits. */
function bytesOf({ args }: JournalMove): number {
  const { raw } = Object(args[0]) as { readonly raw?: unknown }
  return raw instanceof Uint8Array ? MOVE_BYTES + 2 * raw.length : sizeOf(args, BYTES_MAX)
}
