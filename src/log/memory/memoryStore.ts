import { type Entry, entryFromJson, entryToJson } from '../entry.ts'
import type { Appended, EntryStore } from '../store.ts'

/** Entries in memory, as JSON: that takes less than what it describes. */
export class MemoryStore implements EntryStore {
  readonly name = 'the journal'
  readonly #all: { bytes: number }
  #json: string[] = []
  #last = 0
  #bytes = 0

  /** @param all counts the bytes of several stores */
  constructor(all = { bytes: 0 }) {
    this.#all = all
  }

  /** Number of the last entry. */
  get last(): number {
    return this.#last
  }

  read(): readonly Entry[] {
    return this.#json.map(entryFromJson)
  }

  append(before: number, entries: readonly Entry[]): Appended {
    if (this.#last < before) return undefined
    for (const entry of entries) if (entry.sequence > this.#last) this.#add(entry)
    return { own: this.#bytes, all: this.#all.bytes }
  }

  rewrite(last: number, entries: readonly Entry[]): Appended {
    if (this.#last !== last) return undefined
    this.#json = []
    this.#last = 0
    this.#count(-this.#bytes)
    return this.append(0, entries)
  }

  #add(entry: Entry): void {
    const json = entryToJson(entry)
    this.#json.push(json)
    this.#last = entry.sequence
    this.#count(json.length)
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    this.#all.bytes += bytes
  }
}
