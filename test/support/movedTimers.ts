import type { Timers } from '../../src/primitives/timers.ts'

interface Pending {
  readonly at: number
  readonly act: () => void
}

/** Timers that a test moves. Those of Vitest would also count what the rest of the process starts. */
export class MovedTimers implements Timers {
  readonly #pending = new Map<NodeJS.Timeout, Pending>()
  #now = 0

  /** How many are pending. */
  get count(): number {
    return this.#pending.size
  }

  setTimeout(act: () => void, milliseconds: number): NodeJS.Timeout {
    const timer = {} as NodeJS.Timeout
    this.#pending.set(timer, { at: this.#now + milliseconds, act })
    return timer
  }

  clearTimeout(timer: NodeJS.Timeout | undefined): void {
    if (timer !== undefined) this.#pending.delete(timer)
  }

  /** Moves on by so many milliseconds, from one timer that ends to the next. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      const [timer, { at, act }] = next
      this.#now = at
      this.#pending.delete(timer)
      act()
    }
    this.#now = end
  }

  /** The first timer that ends until then. */
  #next(end: number): [NodeJS.Timeout, Pending] | undefined {
    let first: [NodeJS.Timeout, Pending] | undefined
    for (const entry of this.#pending) {
      const { at } = entry[1]
      if (at <= end && (first === undefined || at < first[1].at)) first = entry
    }
    return first
  }
}
