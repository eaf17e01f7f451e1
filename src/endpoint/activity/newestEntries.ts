import { withAdded } from '../../primitives/withAdded.ts'
import type { CallMemory, MemoryUser } from './callMemory.ts'

/** What is kept: an estimate of the memory that it takes. */
interface SizedEntry {
  readonly bytes: number
}

export interface EntryLimits {
  readonly countMax: number
  readonly bytesMax: number
}

/**
 * Entries that were added one after the other, and are dropped together. To drop each by itself, its size would have to
 * be read when it has long left the processor's caches, which took longer than all the rest.
 */
interface Chunk<Kept> {
  entries: Kept[]
  bytes: number
}

/** A chunk with more than one entry has at most this part of all entries, and of their bytes. */
const CHUNKS = 16

/**
 * The newest entries of an endpoint, within limits of its own and of all endpoints: as many as `countMax`, but fewer
 * where they would take more memory than they may.
 */
export class NewestEntries<Kept extends SizedEntry> implements MemoryUser {
  readonly #memory: CallMemory
  readonly #limits: EntryLimits
  /** oldest first; undefined until there is one, because most endpoints have few entries */
  #older: Chunk<Kept>[] | undefined
  /** the one to which entries are added */
  #newest: Chunk<Kept> | undefined
  /** of the entries in all chunks, of which the oldest may be too many to be shown */
  #count = 0
  #bytes = 0

  constructor(memory: CallMemory, limits: EntryLimits) {
    this.#memory = memory
    this.#limits = limits
    memory.add(this)
  }

  get count(): number {
    return Math.min(this.#count, this.#limits.countMax)
  }

  get bytes(): number {
    return this.#bytes
  }

  add(kept: Kept): void {
    const { bytesMax } = this.#limits
    let chunk = this.#newest
    if (chunk === undefined || isFull(chunk, kept, this.#limits)) chunk = this.#addChunk()
    chunk.entries = withAdded(chunk.entries, kept)
    chunk.bytes += kept.bytes
    this.#count++
    this.#bytes += kept.bytes
    this.dropTo(bytesMax)
    this.#memory.count(kept.bytes)
  }

  /** @param index from the oldest, which has 0 */
  at(index: number): Kept | undefined {
    if (index < 0 || index >= this.count) return undefined
    // The newest are read most.
    let newer = this.count - 1 - index
    const older = this.#older ?? []
    let chunk = this.#newest
    for (let at = older.length - 1; chunk !== undefined; at--) {
      const { entries } = chunk
      if (newer < entries.length) return entries[entries.length - 1 - newer]
      newer -= entries.length
      chunk = older[at]
    }
    return undefined
  }

  dropTo(bytesMax: number): void {
    while (this.#bytes > bytesMax && this.#older?.length) this.#dropOldest()
    if (this.#bytes > bytesMax) this.#shortenNewest(bytesMax)
  }

  close(): void {
    this.dropTo(0)
    this.#memory.remove(this)
  }

  /** Oldest first. */
  *[Symbol.iterator](): Iterator<Kept> {
    for (let index = 0; index < this.count; index++) yield this.at(index) as Kept
  }

  /** Drops the oldest chunks that are not needed any more. */
  #addChunk(): Chunk<Kept> {
    if (this.#newest !== undefined) {
      this.#older ??= []
      this.#older.push(this.#newest)
    }
    const chunk: Chunk<Kept> = { entries: [], bytes: 0 }
    this.#newest = chunk
    while (this.#hasTooMany) this.#dropOldest()
    return chunk
  }

  /** Whether there are enough entries without those of the oldest chunk. */
  get #hasTooMany(): boolean {
    const oldest = this.#older?.[0]
    return oldest !== undefined && this.#count - oldest.entries.length >= this.#limits.countMax
  }

  #dropOldest(): void {
    const { entries, bytes } = (this.#older as Chunk<Kept>[]).shift() as Chunk<Kept>
    this.#dropped(entries.length, bytes)
  }

  /** Drops entries of the only chunk. */
  #shortenNewest(bytesMax: number): void {
    const chunk = this.#newest as Chunk<Kept>
    let [dropped, bytes] = [0, 0]
    for (const entry of chunk.entries) {
      if (this.#bytes - bytes <= bytesMax) break
      dropped++
      bytes += entry.bytes
    }
    chunk.entries.splice(0, dropped)
    chunk.bytes -= bytes
    this.#dropped(dropped, bytes)
  }

  #dropped(count: number, bytes: number): void {
    this.#count -= count
    this.#bytes -= bytes
    this.#memory.count(-bytes)
  }
}

function isFull(
  { entries, bytes }: Chunk<SizedEntry>,
  next: SizedEntry,
  { countMax, bytesMax }: EntryLimits,
): boolean {
  if (entries.length * CHUNKS >= countMax) return true
  return entries.length > 0 && (bytes + next.bytes) * CHUNKS > bytesMax
}
