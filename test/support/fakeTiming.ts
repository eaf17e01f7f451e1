import type { Timing } from '../../src/record/timing.ts'

/** A clock that nobody waits for: it is put forward instead. */
export interface FakeTiming extends Timing {
  /** in milliseconds: each wait, in the order in which they were asked for */
  readonly waits: readonly number[]
}

export function fakeTiming(start = 0): FakeTiming {
  const waits: number[] = []
  let now = start
  return {
    waits,
    now: () => now,
    async delay(milliseconds, signal) {
      signal.throwIfAborted()
      waits.push(milliseconds)
      now += milliseconds
    },
  }
}
