import type { RecordClock } from '../../src/record/recordClock.ts'

/** A clock that a test moves forward, so that nothing waits. */
export interface FakeClock extends RecordClock {
  /** the length of each wait in milliseconds, in the order of the calls */
  readonly waits: readonly number[]
  /** Expires all deadlines that were set and not cancelled. */
  expire(): void
}

export function fakeClock(start = 0): FakeClock {
  const waits: number[] = []
  const deadlines = new Set<() => void>()
  let now = start
  return {
    waits,
    now: () => now,
    async delay(milliseconds, signal) {
      signal.throwIfAborted()
      waits.push(milliseconds)
      now += milliseconds
    },
    after(_milliseconds, act) {
      deadlines.add(act)
      return () => deadlines.delete(act)
    },
    expire() {
      for (const act of deadlines) act()
    },
  }
}
