import type { Clock } from '../../examples/indexer/clock.ts'

/** A clock for tests of an indexer: sleeping takes no time, and answers may take any time. */
export const patientClock: Clock = {
  sleep: async () => {},
  deadline: () => new AbortController().signal,
}
