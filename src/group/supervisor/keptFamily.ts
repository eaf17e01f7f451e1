import { type Entry, entryFromJson, entryToJson } from '../../log/entry.ts'

/** The entries of a family, as JSON: that takes less memory than what it describes. */
export class KeptFamily {
  readonly #json: string[] = []
  #last = 0
  #bytes = 0

  constructor(entries: readonly Entry[] = []) {
    for (const entry of entries) this.add(entry)
  }

  /** Number of the last entry. */
  get last(): number {
    return this.#last
  }

  get bytes(): number {
    return this.#bytes
  }

  add(entry: Entry): void {
    const json = entryToJson(entry)
    this.#json.push(json)
    this.#last = entry.sequence
    this.#bytes += json.length
  }

  read(): readonly Entry[] {
    return this.#json.map(entryFromJson)
  }
}
