/** Counts what each client is still owed, against a bound: who asks for more meanwhile takes nothing from the others. */
export class InFlight {
  readonly #max: number
  readonly #counts = new Map<object, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** @param connection stands for the client */
  isFull(connection: object): boolean {
    return (this.#counts.get(connection) ?? 0) >= this.#max
  }

  /** Whether a client is owed anything. */
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
  }
}
