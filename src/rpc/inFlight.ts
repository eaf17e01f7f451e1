/** Counts the requests in flight of each client, and limits them, so that no client takes more than its share. */
export class InFlight {
  readonly #max: number
  readonly #counts = new Map<object, number>()
  #whenNone: (() => void)[] = []

  constructor(max: number) {
    this.#max = max
  }

  /** @param connection identifies the client */
  isFull(connection: object): boolean {
    return (this.#counts.get(connection) ?? 0) >= this.#max
  }

  /** Whether a client waits for a response. */
  has(connection: object): boolean {
    return this.#counts.has(connection)
  }

  enter(connection: object): void {
    this.#counts.set(connection, (this.#counts.get(connection) ?? 0) + 1)
  }

  leave(connection: object): void {
    const left = (this.#counts.get(connection) ?? 0) - 1
    if (left > 0) this.#counts.set(connection, left)
    else this.#counts.delete(connection)
    if (this.#counts.size > 0 || this.#whenNone.length === 0) return
    const waiting = this.#whenNone
    this.#whenNone = []
    for (const resolve of waiting) resolve()
  }

  /** Resolves when no client waits for a response. */
  async none(): Promise<void> {
    while (this.#counts.size > 0) {
      await new Promise<void>((resolve) => {
        this.#whenNone.push(resolve)
      })
    }
  }
}
