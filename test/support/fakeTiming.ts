import type { Timing } from '../../src/record/timing.ts'

/** A clock that nobody waits for: it is put forward instead. */
export interface FakeTiming extends Timing {
  /** in milliseconds: each wait, in the order in which they were asked for */
  readonly waits: readonly number[]
  /** Has all deadlines be over that were set and not cancelled. */
  expire(): void
}

export function fakeTiming(start = 0): FakeTiming {
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
