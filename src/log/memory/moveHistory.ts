import type { Overlay } from '../../chain/private/overlay.ts'
import { sizeOf } from '../../endpoint/activity/sizeOf.ts'
import type { BlockPosition } from '../../moves/blockPosition.ts'
import type { MoveEffect, Undoes } from '../../moves/move.ts'
import type { MoveRecord } from '../../moves/moveRecord.ts'
import { effectOf } from '../../moves/moveRegistry.ts'
import { bringsTransactions, joinMoves } from '../joinMoves.ts'

/** As many as a scenario may have. */
const MOVES_MAX = 10_000

/** So that the file is not larger than a scenario may be. */
const BYTES_MAX = 3 * 1024 * 1024

/** The size of a move without its arguments. */
const MOVE_BYTES = 200

/** A move, and when it was made. */
export interface NumberedMove extends MoveRecord {
  /** increases from move to move, those of other endpoints included */
  readonly order: number
}

let order = 0

/**
 * What was done to an endpoint since its start, in order. When it is full, it takes no more: a scenario without its first
 * moves would lead elsewhere. For the same reason it drops all when there is no memory.
 */
export class MoveHistory {
  #start: BlockPosition
  #moves: NumberedMove[] = []
  #bytes = 0
  #dropped = 0
  /** the effects of those that were dropped; undefined if none was: there may be thousands of endpoints */
  #droppedEffects: Set<MoveEffect | undefined> | undefined
  #hasSent = false
  /** the head after the last move */
  #end: BlockPosition
  #lowestHeight: number | undefined
  #hasGrownUnderSettings = false
  /** how many moves there were when another endpoint last depended on where this one was */
  #sealed = 0
  /** whether the last move can be joined with the next one */
  #isOpen = true
  #hasForgotten = false
  readonly #chain: Pick<Overlay, 'memory'>
  /** whether `#free` is called when there is no memory */
  #isFreeable = false

  /**
   * @param start the head before the first move
   * @param chain in whose memory its bytes are counted
   */
  constructor(start: BlockPosition, chain: Pick<Overlay, 'memory'>) {
    this.#start = start
    this.#end = start
    this.#chain = chain
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

  /** How many moves came after it was full, or were dropped because there was no memory. */
  get dropped(): number {
    return this.#dropped
  }

  /** Whether a move with one of these effects was made, even if it was dropped. */
  hasMade(...effects: readonly (MoveEffect | undefined)[]): boolean {
    return (
      this.#moves.some(({ name }) => effects.includes(effectOf(name))) ||
      effects.some((effect) => this.#droppedEffects?.has(effect))
    )
  }

  /** The lowest height that the chain had when a block above it was built; undefined if none was. */
  get lowestHeight(): number | undefined {
    return this.#lowestHeight
  }

  /** Says that a block was built above the chain, which had this height. */
  builtAbove(height: number): void {
    this.#lowestHeight = Math.min(height, this.#lowestHeight ?? height)
  }

  /**
   * Whether the head has followed the chain while fields of the next block were set: a replay would apply them to other
   * blocks.
   */
  get hasGrownUnderSettings(): boolean {
    return this.#hasGrownUnderSettings
  }

  /** Says that the head has followed the chain since the last move. */
  followed(): void {
    this.#hasGrownUnderSettings ||= this.hasMade('setsNextBlock')
  }

  /** Says that another endpoint depends on where this one is now. */
  seal(): void {
    this.#sealed = this.#moves.length
  }

  /** Says that the last move depends on where another endpoint is now, so that it cannot be made later. */
  close(): void {
    this.#isOpen = false
  }

  /**
   * Whether moves were dropped because they were undone: what is known by its place among them, or only because of them,
   * is not there when the others are made again.
   */
  get hasForgotten(): boolean {
    return this.#hasForgotten
  }

  /**
   * Adds moves.
   *
   * @param end the head after them
   */
  add(moves: readonly MoveRecord[], end: BlockPosition): void {
    for (const move of moves) this.#add(move)
    this.#end = end
  }

  /**
   * Drops what a move has undone, and the move itself.
   *
   * @param end the head after it
   * @returns whether it did: false if something that would be dropped is still needed
   */
  undo(args: readonly unknown[], undoes: Undoes, end: BlockPosition): boolean {
    const { effects, snapshot } = undoes
    const from = snapshot === undefined ? 0 : this.#indexAfter(snapshot(args))
    if (from === undefined || from < this.#sealed) return false
    const after = this.#moves.slice(from)
    const dropped = [...(this.#droppedEffects ?? [])]
    const made = new Set([...after.map(({ name }) => effectOf(name)), ...dropped])
    if (undoes.unlessMade(args).some((effect) => made.has(effect))) return false
    // One that is still in effect may be missing.
    const isWhole = dropped.every((effect) => effects.has(effect))
    if (snapshot !== undefined && !isWhole) return false
    if (isWhole) this.#forgetDropped()
    if (snapshot === undefined) this.#restart(end)
    const kept = after.filter(({ name }) => !effects.has(effectOf(name)))
    this.#hasForgotten ||= kept.length < after.length
    this.#replaceFrom(snapshot === undefined ? from : from - 1, kept)
    this.#end = end
    return true
  }

  /** The index after the snapshot with an id; undefined if the history does not have it. */
  #indexAfter(id: number | undefined): number | undefined {
    if (id === undefined) return undefined
    const found = this.#moves.findLastIndex(
      ({ name, result }) => effectOf(name) === 'saves' && result === id,
    )
    return found === -1 ? undefined : found + 1
  }

  /** Says that the endpoint is as it was at its start. */
  #restart(start: BlockPosition): void {
    this.#start = start
    this.#lowestHeight = undefined
    this.#hasGrownUnderSettings = false
  }

  #replaceFrom(from: number, kept: readonly NumberedMove[]): void {
    const removed = this.#moves.slice(from)
    const bytes = (moves: readonly NumberedMove[]) =>
      moves.reduce((sum, move) => sum + bytesOf(move), 0)
    const fewer = bytes(removed) - bytes(kept)
    this.#moves = [...this.#moves.slice(0, from), ...kept]
    this.#hasSent &&= this.#moves.some(bringsTransactions)
    this.#sealed = Math.min(this.#sealed, this.#moves.length)
    this.#bytes -= fewer
    this.#chain.memory.add(-(fewer + MOVE_BYTES * (removed.length - kept.length)))
  }

  #forgetDropped(): void {
    this.#dropped = 0
    this.#droppedEffects = undefined
  }

  #drop({ name }: MoveRecord): void {
    this.#dropped++
    this.#droppedEffects ??= new Set()
    this.#droppedEffects.add(effectOf(name))
  }

  /** @returns that nothing is left to free */
  #free(): false {
    this.#isFreeable = false
    for (const move of this.#moves) this.#drop(move)
    this.#replaceFrom(0, [])
    return false
  }

  #add(move: MoveRecord): void {
    const last = this.#moves.at(-1)
    const mayMove = this.#isOpen && this.#moves.length > this.#sealed
    const canJoin = mayMove && !this.#hasSent && this.#dropped === 0
    const joined = last && canJoin ? joinMoves(last, move) : undefined
    if (joined !== undefined) {
      this.#moves[this.#moves.length - 1] = { ...joined, order: ++order }
      return
    }
    const bytes = bytesOf(move)
    if (this.#moves.length >= MOVES_MAX || this.#bytes + bytes > BYTES_MAX || this.#dropped > 0) {
      this.#drop(move)
      return
    }
    this.#moves.push({ ...move, order: ++order })
    this.#isOpen = true
    this.#hasSent ||= bringsTransactions(move)
    this.#bytes += bytes
    this.#chain.memory.add(MOVE_BYTES + bytes)
    if (this.#isFreeable) return
    this.#isFreeable = true
    this.#chain.memory.onShortage(() => this.#free(), 'moves')
  }
}

/** In a file, a byte of a transaction is two digits. */
function bytesOf({ args }: MoveRecord): number {
  const { raw } = Object(args[0]) as { readonly raw?: unknown }
  return raw instanceof Uint8Array ? MOVE_BYTES + 2 * raw.length : sizeOf(args, BYTES_MAX)
}
