import type { RequestErrorCode } from '../rpc/errors.ts'
import type { Observer, Outcome } from '../rpc/observer.ts'

/** Upper bounds of the classes of latency, in seconds. Most answers take a few microseconds. */
export const LATENCY_BOUNDS = [0.00001, 0.0001, 0.001, 0.01, 0.1, 1, 10] as const

/** What has been asked of a method since the start. */
export class MethodStatistics {
  readonly outcomes = new Map<Outcome, number>()
  /** how many took up to each bound and longer than the one before it; the last place is for those above all */
  readonly latencies: number[] = Array(LATENCY_BOUNDS.length + 1).fill(0)
  seconds = 0

  add(outcome: Outcome, seconds: number): void {
    count(this.outcomes, outcome)
    this.seconds += seconds
    let place = 0
    while (place < LATENCY_BOUNDS.length && seconds > (LATENCY_BOUNDS[place] as number)) place++
    this.latencies[place] = (this.latencies[place] as number) + 1
  }
}

/** Under what name methods are counted that there are none of: a client could think of any number of names. */
const UNKNOWN = 'unknown'

/** Counts what is asked, in plain numbers: it is done for every request, and read by few. */
export class Statistics implements Observer {
  readonly byMethod: ReadonlyMap<string, MethodStatistics>
  readonly refusals = new Map<number | RequestErrorCode, number>()

  constructor(methodNames: readonly string[]) {
    this.byMethod = new Map([...methodNames, UNKNOWN].map((name) => [name, new MethodStatistics()]))
  }

  answered(_key: string, method: string, outcome: Outcome, milliseconds: number): void {
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
