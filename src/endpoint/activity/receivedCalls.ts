import type { CallHistory, ReceivedCounts } from './callHistory.ts'
import { CallMatcher, type ReceivedCondition } from './callMatcher.ts'
import { CallMemory } from './callMemory.ts'
import { type KeptCall, keptCallLimits, paramsSize } from './keptCalls.ts'
import { NewestEntries } from './newestEntries.ts'

/** How many methods are counted by name, and how long a name may be, because clients may send any. */
const METHODS_MAX = 200
const METHOD_LENGTH_MAX = 100

/** Under this name all other methods are counted. */
const OTHER_METHODS = 'other methods'

/** The number of calls of a method, or of all other methods. */
interface Series {
  readonly name: string
  count: number
}

/** An estimate of the size of a call without its name and its params. */
const CALL_BYTES = 150

/** The calls that clients have made to an endpoint: how many of each method, and the newest of them. */
export class ReceivedCalls implements CallHistory {
  readonly #memory: CallMemory
  readonly #counts = new Map<string, Series>()
  #matchers: Set<CallMatcher> | undefined
  #kept: NewestEntries<KeptCall> | undefined

  constructor(memory = new CallMemory()) {
    this.#memory = memory
  }

  /** Called for every call, once its outcome is known. */
  add(method: string, params: unknown, outcome: string): KeptCall {
    const series = this.#counts.get(method) ?? this.#newSeries(method)
    series.count++
    this.#kept ??= new NewestEntries(this.#memory, keptCallLimits)
    const kept = keptCall(method, params, series, outcome)
    this.#kept.add(kept)
    if (this.#matchers !== undefined) {
      for (const matcher of this.#matchers) matcher.see(kept, params)
    }
    return kept
  }

  get newest(): Iterable<KeptCall> {
    return this.#kept ?? []
  }

  countOf(method: string): number {
    return this.#counts.get(method)?.count ?? 0
  }

  get counts(): ReceivedCounts {
    const counts = [...this.#counts].map(([method, { count }]) => [method, count] as const)
    return Object.fromEntries(counts.toSorted(([, one], [, other]) => other - one))
  }

  /** Runs work with a matcher that sees all calls, those before included. */
  async matching<T>(
    condition: ReceivedCondition,
    work: (matcher: CallMatcher) => Promise<T>,
  ): Promise<T> {
    const matcher = new CallMatcher(condition, this)
    const matchers = this.#matchers ?? new Set()
    this.#matchers = matchers.add(matcher)
    try {
      return await work(matcher)
    } finally {
      matchers.delete(matcher)
    }
  }

  close(): void {
    this.#kept?.close()
    this.#kept = undefined
  }

  #newSeries(method: string): Series {
    const isNamed = this.#counts.size < METHODS_MAX && method.length <= METHOD_LENGTH_MAX
    const name = isNamed ? method : OTHER_METHODS
    const series = this.#counts.get(name) ?? { name, count: 0 }
    this.#counts.set(name, series)
    return series
  }
}

function keptCall(
  method: string,
  params: unknown,
  { name: series, count: call }: Series,
  outcome: string,
): KeptCall {
  // A part of a long name would keep all of it in memory. An equal name is that of the series: each call has its own copy.
  const own = method.length <= METHOD_LENGTH_MAX ? method : OTHER_METHODS
  const name = own === series ? series : own
  const bytes = paramsSize(params)
  const others = CALL_BYTES + 2 * name.length
  if (params === undefined || bytes === undefined) {
    return { call: { method: name, call, outcome }, series, bytes: others }
  }
  return { call: { method: name, params, call, outcome }, series, bytes: others + bytes }
}
