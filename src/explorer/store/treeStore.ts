import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { TreeBlock } from '../../drawing/treeLayout.ts'
import { BoundedCache } from '../connection/boundedCache.ts'
import type { TreeAnswer, TreeSource } from './treeSource.ts'

/** How many numbers are loaded together. */
const CHUNK = 128

/** How many numbers one request may ask for. */
const REQUEST_MAX = 256

/** How many chunks are kept: more than the widest screen shows at the smallest scale. */
const CHUNKS_MAX = 12

/** How many requests a search of the newest or of the oldest blocks makes. */
const SEARCHES = 4

/** Where the head was when the blocks were loaded. */
export interface TreeHead extends Omit<TreeAnswer, 'blocks'> {
  /** the greatest number of a block that is loaded, at least that of the head */
  readonly top: number
}

interface Range {
  readonly from: number
  readonly to: number
}

/**
 * The part of the tree that was loaded. It loads what is asked for, one request at a time, so that an older answer never
 * replaces a newer one, and forgets what was not used for longest.
 */
export class TreeStore {
  readonly #version = signal(0)
  readonly #latest = signal<TreeHead | undefined>(undefined)
  readonly #error = signal<Error | undefined>(undefined)
  readonly #chunks = new BoundedCache<number, readonly TreeBlock[]>(CHUNKS_MAX)
  readonly #source: TreeSource
  readonly #answered: (answer: TreeAnswer) => void
  #wanted: Range | undefined
  #stale: Range | undefined
  #isLoading = false

  /** @param answered called with each answer, before the blocks change */
  constructor(source: TreeSource, answered: (answer: TreeAnswer) => void) {
    this.#source = source
    this.#answered = answered
  }

  /** Grows whenever the blocks change. */
  get version(): ReadonlySignal<number> {
    return this.#version
  }

  /** The head, tags and pending block of the last answer. They fit the blocks, while the session's may be newer. */
  get latest(): ReadonlySignal<TreeHead | undefined> {
    return this.#latest
  }

  /** Why the last request failed, if it did. */
  get error(): ReadonlySignal<Error | undefined> {
    return this.#error
  }

  /** Says which numbers are in view, so that they are loaded. What was in view before is not loaded any more. */
  need(from: number, to: number): void {
    this.#wanted = { from: Math.max(0, from), to: Math.max(0, to) }
    this.#loadNext()
  }

  /** Loads again what may have changed. */
  refresh(from: number, to: number): void {
    const stale = this.#stale ?? { from, to }
    this.#stale = { from: Math.max(0, Math.min(stale.from, from)), to: Math.max(stale.to, to) }
    this.#loadNext()
  }

  /** Forgets everything, for example after a lost connection. What is in view is loaded again. */
  reset(): void {
    const known = [...this.#chunks.keys()]
    if (known.length === 0) this.#loadNext()
    else this.refresh(Math.min(...known) * CHUNK, (Math.max(...known) + 1) * CHUNK - 1)
  }

  /** The loaded blocks of the chunks that contain these numbers. */
  blocksAround(from: number, to: number): readonly TreeBlock[] {
    const blocks: TreeBlock[] = []
    for (let chunk = chunkOf(from); chunk <= chunkOf(to); chunk += 1) {
      blocks.push(...(this.#chunks.get(chunk) ?? []))
    }
    return blocks
  }

  /** Whether the blocks of a number are loaded. */
  isLoaded(number: number): boolean {
    return this.#chunks.get(chunkOf(number)) !== undefined
  }

  /**
   * Searches the newest blocks and then the oldest, without keeping them.
   *
   * @returns undefined if none of them is wanted
   */
  async find(isWanted: (block: TreeBlock) => boolean): Promise<TreeBlock | undefined> {
    const top = this.#latest.peek()?.top ?? 0
    for (const { from, to } of searchedRanges(top)) {
      const { blocks } = await this.#source.load(from, to)
      const found = blocks.findLast(isWanted)
      if (found !== undefined) return found
    }
    return undefined
  }

  #loadNext(): void {
    if (this.#isLoading) return
    const range = this.#nextRange()
    if (range === undefined) return
    this.#isLoading = true
    this.#source.load(range.from, range.to).then(
      (answer) => {
        this.#isLoading = false
        this.#error.value = undefined
        this.#apply(range, answer)
        this.#loadNext()
      },
      (error: Error) => {
        // What failed is asked for again with the next move, scroll or connection, not in a loop.
        this.#isLoading = false
        this.#error.value = error
      },
    )
  }

  #nextRange(): Range | undefined {
    const stale = this.#stale
    this.#stale = undefined
    if (stale !== undefined) {
      const { from, to } = stale
      if (to - from < REQUEST_MAX) return stale
      for (const chunk of [...this.#chunks.keys()]) {
        if ((chunk + 1) * CHUNK > from && chunk * CHUNK <= to) this.#chunks.delete(chunk)
      }
    }
    return this.#missingRange()
  }

  /** The first missing chunk in view, with the one after it if that is missing as well. */
  #missingRange(): Range | undefined {
    if (this.#wanted === undefined) return undefined
    const last = chunkOf(this.#wanted.to)
    for (let chunk = chunkOf(this.#wanted.from); chunk <= last; chunk += 1) {
      if (this.#chunks.get(chunk) !== undefined) continue
      const isPair = chunk < last && this.#chunks.get(chunk + 1) === undefined
      return { from: chunk * CHUNK, to: (chunk + (isPair ? 2 : 1)) * CHUNK - 1 }
    }
    return undefined
  }

  #apply(range: Range, answer: TreeAnswer): void {
    batch(() => {
      this.#answered(answer)
      this.#keep(range, answer)
      const { blocks: _, ...head } = answer
      this.#latest.value = { ...head, top: Math.max(head.head.number, this.#highest()) }
      this.#version.value += 1
    })
  }

  #keep({ from, to }: Range, answer: TreeAnswer): void {
    for (let chunk = chunkOf(from); chunk <= chunkOf(to); chunk += 1) {
      const [first, last] = [chunk * CHUNK, (chunk + 1) * CHUNK - 1]
      const before = this.#chunks.get(chunk)
      // A part of a chunk says nothing about the rest of it.
      if (before === undefined && (from > first || to < last)) continue
      const kept = before?.filter(({ number }) => number < from || number > to) ?? []
      const added = answer.blocks.filter(({ number }) => number >= first && number <= last)
      this.#chunks.set(chunk, [...kept, ...added])
    }
  }

  #highest(): number {
    const last = Math.max(-1, ...this.#chunks.keys())
    return (this.#chunks.get(last) ?? []).reduce((most, { number }) => Math.max(most, number), 0)
  }
}

/** The ranges of numbers that are searched: so few that it takes no time, and all of a short chain. */
function searchedRanges(top: number): readonly Range[] {
  const all: Range[] = []
  for (let to = top; to >= 0; to -= REQUEST_MAX) {
    all.push({ from: Math.max(0, to - REQUEST_MAX + 1), to })
  }
  return all.length <= 2 * SEARCHES ? all : [...all.slice(0, SEARCHES), ...all.slice(-SEARCHES)]
}

function chunkOf(number: number): number {
  return Math.floor(Math.max(0, number) / CHUNK)
}
