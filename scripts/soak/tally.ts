import { Latencies } from './latencies.ts'

/** What the clients of one process saw; it travels between processes. */
export interface Tally {
  /** answered ones, those in batches one by one */
  requests: number
  wrong: number
  /** of what went wrong on the way: a refused or broken connection, a status other than 200 */
  errors: number
  connections: number
  /** clients that left while they were owed an answer, as they were meant to */
  abandoned: number
  /** messages: a batch is one */
  readonly latencies: Uint32Array
  /** the first few of what was wrong, and of the errors */
  readonly examples: string[]
}

const EXAMPLES_MAX = 5

export function emptyTally(): Tally {
  return {
    requests: 0,
    wrong: 0,
    errors: 0,
    connections: 0,
    abandoned: 0,
    latencies: new Latencies().counts,
    examples: [],
  }
}

export function addExample(tally: Tally, example: string): void {
  if (tally.examples.length < EXAMPLES_MAX) tally.examples.push(example)
}

export function sum(tallies: readonly Tally[]): Tally {
  const total = emptyTally()
  for (const tally of tallies) {
    total.requests += tally.requests
    total.wrong += tally.wrong
    total.errors += tally.errors
    total.connections += tally.connections
    total.abandoned += tally.abandoned
    for (const [bucket, count] of tally.latencies.entries()) {
      total.latencies[bucket] = (total.latencies[bucket] ?? 0) + count
    }
    total.examples.push(...tally.examples)
  }
  return total
}
