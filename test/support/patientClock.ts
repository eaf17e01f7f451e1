import type { Clock } from '../../examples/indexer/clock.ts'

/** A clock for an indexer that is tested: it sleeps in no time, and waits for answers however long they take. */
export const patientClock: Clock = {
  sleep: async () => {},
  deadline: () => new AbortController().signal,
}
