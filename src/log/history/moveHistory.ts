import type { Overlay } from '../../chain/private/overlay.ts'
import { sizeOf } from '../../endpoint/activity/sizeOf.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { BlockPosition } from '../../moves/blockPosition.ts'
import type { MoveEffect, Undoes } from '../../moves/move.ts'
import { effectOf } from '../../moves/moveRegistry.ts'
import { withAdded } from '../../primitives/withAdded.ts'
import type { ChangeEntry } from '../entry.ts'
import { bringsTransactions, joinAll } from '../join.ts'

/** As many as a scenario may have. */
const ENTRIES_MAX = 10_000

/** So that the file is not larger than a scenario may be. */
const BYTES_MAX = 3 * 1024 * 1024

/** The size of a step without its arguments, and that of the rest of an entry. */
const STEP_BYTES = 200
const ENTRY_BYTES = 300

/** An entry as a scenario can repeat it, with what its step needs. Its number increases over all endpoints. */
export interface MadeEntry extends ChangeEntry {
  /** what the move returned: of blocks the hash of the last one, because a history must not keep blocks in memory */
  readonly result?: unknown
  /** whether no step makes it again, because it refers to something that the history has forgotten */
  readonly isLost?: true
}

let sequence = 0

/**
 * What was done to an endpoint since its start, in order. When it is full, it takes no more: a scenario without its first
 * moves would lead elsewhere. For the same reason it drops all when there is no memory.
 */
export class MoveHistory {
  /** The endpoint that this one follows. */
  leader: Endpoint | undefined
  #start: BlockPosition
  #entries: MadeEntry[] = []
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
  /** whether the last entry can be joined with the next one */
  #isOpen = true
  #hasForgotten = false
  readonly #chain: Pick<Overlay, 'memory'>
  /** whether `free` is called when there is no memory */
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

  get entries(): readonly MadeEntry[] {
    return this.#entries
  }

  /** How many moves came after it was full, or were dropped because there was no memory. */
  get dropped(): number {
    return this.#dropped
  }

  /** Whether a move with one of these effects was made, even if it was dropped. */
  hasMade(...effects: readonly (MoveEffect | undefined)[]): boolean {
    return (
      this.#entries.some((entry) => effects.includes(effectOfEntry(entry))) ||
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
    this.#sealed = this.#entries.length
  }

  /** Says that the last entry depends on where another endpoint is now, so that it cannot be made later. */
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
   * Adds entries.
   *
   * @param end the head after them
   */
  add(entries: readonly Omit<MadeEntry, 'sequence'>[], end: BlockPosition): void {
    for (const entry of entries) this.#add({ sequence: ++sequence, ...entry })
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
    const after = this.#entries.slice(from)
    const dropped = [...(this.#droppedEffects ?? [])]
    const made = new Set([...after.map(effectOfEntry), ...dropped])
    if (undoes.unlessMade(args).some((effect) => made.has(effect))) return false
    // One that is still in effect may be missing.
    const isWhole = dropped.every((effect) => effects.has(effect))
    if (snapshot !== undefined && !isWhole) return false
    if (isWhole) {
      this.#dropped = 0
      this.#droppedEffects = undefined
    }
    if (snapshot === undefined) this.#restart(end)
    const kept = after.filter((entry) => !effects.has(effectOfEntry(entry)))
    this.#hasForgotten ||= kept.length < after.length
    this.#replaceFrom(snapshot === undefined ? from : from - 1, kept)
    this.#end = end
    return true
  }

  /** The index after the snapshot with an id; undefined if the history does not have it. */
  #indexAfter(id: number | undefined): number | undefined {
    if (id === undefined) return undefined
    const found = this.#entries.findLastIndex(
      (entry) => effectOfEntry(entry) === 'saves' && entry.result === id,
    )
    return found === -1 ? undefined : found + 1
  }

  /** Says that the endpoint is as it was at its start. */
  #restart(start: BlockPosition): void {
    this.#start = start
    this.#lowestHeight = undefined
    this.#hasGrownUnderSettings = false
  }

  #replaceFrom(from: number, kept: readonly MadeEntry[]): void {
    const removed = this.#entries.slice(from)
    const bytes = (entries: readonly MadeEntry[]) =>
      entries.reduce((sum, entry) => sum + bytesOf(entry), 0)
    const fewer = bytes(removed) - bytes(kept)
    this.#entries = [...this.#entries.slice(0, from), ...kept]
    this.#hasSent &&= this.#entries.some(bringsTransactions)
    this.#sealed = Math.min(this.#sealed, this.#entries.length)
    this.#bytes -= fewer
    this.#chain.memory.add(-(fewer + ENTRY_BYTES * (removed.length - kept.length)))
  }

  #drop(entry: MadeEntry): void {
    this.#dropped++
    this.#droppedEffects ??= new Set()
    this.#droppedEffects.add(effectOfEntry(entry))
  }

  /** Drops all, because there is no memory, or the endpoint has another chain. @returns that nothing is left to free */
  free(): false {
    this.#isFreeable = false
    for (const entry of this.#entries) this.#drop(entry)
    this.#replaceFrom(0, [])
    return false
  }

  #add(entry: MadeEntry): void {
    const last = this.#entries.at(-1)
    const mayMove = this.#isOpen && this.#entries.length > this.#sealed
    const canJoin = mayMove && !this.#hasSent && this.#dropped === 0
    const [joined, more] = last && canJoin ? joinAll([last, entry]) : []
    if (joined !== undefined && more === undefined) {
      this.#entries[this.#entries.length - 1] = { ...joined, sequence: entry.sequence }
      return
    }
    const bytes = bytesOf(entry)
    const isFull = this.#entries.length >= ENTRIES_MAX || this.#bytes + bytes > BYTES_MAX
    if (isFull || this.#dropped > 0) {
      this.#drop(entry)
      return
    }
    this.#entries = withAdded(this.#entries, entry)
    this.#isOpen = true
    this.#hasSent ||= bringsTransactions(entry)
    this.#bytes += bytes
    this.#chain.memory.add(ENTRY_BYTES + bytes)
    if (this.#isFreeable) return
    this.#isFreeable = true
    this.#chain.memory.onShortage(() => this.free(), 'moves')
  }
}

function effectOfEntry({ change }: MadeEntry): MoveEffect | undefined {
  return effectOf(change.move)
}

/** In a file, a byte of a transaction is two digits. */
function bytesOf({ change: { args } }: MadeEntry): number {
  const { raw } = Object(args[0]) as { readonly raw?: unknown }
  return raw instanceof Uint8Array ? STEP_BYTES + 2 * raw.length : sizeOf(args, BYTES_MAX)
}
