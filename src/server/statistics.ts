import type { RequestErrorCode } from '../rpc/errors.ts'
import type { CallOutcome, Observer } from '../rpc/observer.ts'

/** Upper bounds of the latency buckets, in seconds. Most answers take a few microseconds. */
export const LATENCY_BOUNDS = [0.00001, 0.0001, 0.001, 0.01, 0.1, 1, 10] as const

/** The requests for one method since the start. */
export class MethodStatistics {
  readonly outcomes = new Map<CallOutcome, number>()
  /** how many requests are in each bucket; the last is for those above all bounds */
  readonly latencies: number[] = Array(LATENCY_BOUNDS.length + 1).fill(0)
  seconds = 0

  add(outcome: CallOutcome, seconds: number): void {
    count(this.outcomes, outcome)
    this.seconds += seconds
    let bucket = 0
    while (bucket < LATENCY_BOUNDS.length && seconds > (LATENCY_BOUNDS[bucket] as number)) bucket++
    this.latencies[bucket] = (this.latencies[bucket] as number) + 1
  }
}

/** Counts calls of unknown methods: clients could send any number of names. */
const UNKNOWN = 'unknown'

/** Counts requests in plain numbers, because this runs for every request and is rarely read. */
export class Statistics implements Observer {
  readonly byMethod: ReadonlyMap<string, MethodStatistics>
  readonly refusals = new Map<number | RequestErrorCode, number>()

  constructor(methodNames: readonly string[]) {
    this.byMethod = new Map([...methodNames, UNKNOWN].map((name) => [name, new MethodStatistics()]))
  }

  /** How many requests were answered. */
  get answeredCount(): number {
    let sum = 0
    for (const { outcomes } of this.byMethod.values()) {
      for (const count of outcomes.values()) sum += count
    }
    return sum
  }

  answered(_key: string, method: string, outcome: CallOutcome, milliseconds: number): void {
    const statistics = this.byMethod.get(method) ?? this.byMethod.get(UNKNOWN)
    statistics?.add(outcome, milliseconds / 1000)
  }

  refused(reason: number | RequestErrorCode): void {
    count(this.refusals, reason)
  }
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
