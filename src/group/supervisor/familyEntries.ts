import { type Entry, entryFromJson, entryToJson } from '../../log/entry.ts'
import type { JournalShare } from '../../log/journalFull.ts'

/** The entries of a family, as JSON: that takes less than what it describes. */
export class FamilyEntries {
  readonly #all: { bytes: number }
  #json: string[] = []
  #last = 0
  #bytes = 0

  /** @param all counts the bytes of several families */
  constructor(all: { bytes: number }) {
    this.#all = all
  }

  /** Number of the last entry. */
  get last(): number {
    return this.#last
  }

  get size(): JournalShare {
    return { own: this.#bytes, all: this.#all.bytes }
  }

  read(): readonly Entry[] {
    return this.#json.map((json) => entryFromJson(json))
  }

  add(entry: Entry): void {
    const json = entryToJson(entry)
    this.#json.push(json)
    this.#last = entry.sequence
    this.#count(json.length)
  }

  /** Replaces all entries. */
  rewrite(entries: readonly Entry[]): void {
    this.#json = []
    this.#last = 0
    this.#count(-this.#bytes)
    for (const entry of entries) this.add(entry)
  }

  #count(bytes: number): void {
    this.#bytes += bytes
    this.#all.bytes += bytes
  }
}
