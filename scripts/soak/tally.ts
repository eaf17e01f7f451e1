import { Latencies } from './latencies.ts'

/** What the clients of one process saw; sent between processes. */
export interface Tally {
  /** answered requests; those in batches count one by one */
  requests: number
  wrong: number
  /** failures of the transport: a refused or broken connection, a status other than 200 */
  errors: number
  connections: number
  /** clients that disconnected on purpose while a response was pending */
  abandoned: number
  /** messages: a batch is one */
  readonly latencies: Uint32Array
  /** the first few wrong responses and errors */
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
