import type { Entry } from '../entry.ts'

/** How long a journal is, and how much of it each endpoint takes. */
export class JournalSize {
  #bytes = 0
  readonly #byEndpoint = new Map<string, number>()

  get bytes(): number {
    return this.#bytes
  }

  /** In bytes: the entries of an endpoint. */
  bytesOf(endpoint: string): number {
    return this.#byEndpoint.get(endpoint) ?? 0
  }

  /**
   * Counts a line.
   *
   * @param entry undefined for the header
   */
  add(entry: Entry | undefined, bytes: number): void {
    this.#bytes += bytes
    if (entry === undefined || !('endpoint' in entry)) return
    this.#byEndpoint.set(entry.endpoint, this.bytesOf(entry.endpoint) + bytes)
  }
}
