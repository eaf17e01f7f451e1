import type { Moment } from '../run/clientCalls.ts'
import type { ObservedCall } from '../run/observedCall.ts'

/** The ends of the ranges of distances that count as one. */
const DISTANCES = [0, 1, 2, 5, 10, 20]

/** The pairs of what the client was doing and what happened then, over all runs. */
export class Coverage {
  readonly #pairs = new Map<string, number>()

  get size(): number {
    return this.#pairs.size
  }

  /** How often each pair was met, the most frequent first. */
  get pairs(): readonly (readonly [pair: string, count: number])[] {
    return [...this.#pairs].toSorted(([, one], [, other]) => other - one)
  }

  /**
   * Adds a run.
   *
   * @returns how many pairs it has met as the first
   */
  add(calls: readonly ObservedCall[], moments: readonly Moment[]): number {
    let news = 0
    for (const { calls: at, step } of moments) {
      const last = calls[at - 1]
      const pair = `${last === undefined ? 'nothing' : describe(last)} → ${step}`
      const count = this.#pairs.get(pair) ?? 0
      if (count === 0) news++
      this.#pairs.set(pair, count + 1)
    }
    return news
  }
}

/** A call by its method, and by how its block is named and how far it is below the head. */
function describe({ method, named, block, head }: ObservedCall): string {
  if (named === undefined || named === 'tag') return method
  if (block === undefined) return `${method} by ${named}`
  const distance = head - block
  const end = DISTANCES.find((each) => distance <= each)
  return `${method} ${end === undefined ? 'far below' : `up to ${end} below`} the head`
}
