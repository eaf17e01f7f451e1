import { type Entry, entryToJson } from './entry.ts'
import type { JournalHeader } from './journalHeader.ts'
import { JournalSize } from './journalSize.ts'
import type { JournalStore } from './journalStore.ts'

/** The entries of a journal that ends with its process. */
export class JournalMemory implements JournalStore {
  #entries: Entry[] = []
  #size = new JournalSize()

  get size(): JournalSize {
    return this.#size
  }

  read(): readonly Entry[] {
    return [...this.#entries]
  }

  append(entry: Entry): void {
    this.#entries.push(entry)
    this.#size.add(entry, entryToJson(entry).length)
  }

  rewrite(_header: JournalHeader, entries: readonly Entry[]): void {
    this.#entries = []
    this.#size = new JournalSize()
    for (const entry of entries) this.append(entry)
  }

  close(): void {}
}
