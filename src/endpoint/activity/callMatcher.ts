import { containsParams } from '../../primitives/containsParams.ts'
import { EndpointMoveError } from '../moveError.ts'
import type { CallHistory, ReceivedCounts } from './callHistory.ts'
import type { KeptCall, ReceivedCall } from './keptCalls.ts'
import type { Condition } from './waits.ts'

/** Params as they were parsed from JSON. */
type Params = readonly ReturnType<typeof JSON.parse>[]

/** The calls to wait for. */
export interface ReceivedCondition {
  /** The method, or several. Default: any. */
  readonly method?: string | readonly string[] | undefined
  /**
   * What the params of the calls contain: lists are compared from their beginning, objects by the members given here,
   * and hex in any case; null matches anything. Or a function that says which params match; in code only.
   */
  readonly params?: Params | ((params: Params) => boolean) | undefined
  /** How many calls. Default 1. */
  readonly count?: number | undefined
  /** Only calls after these: a result of `receivedCounts`. By default all since the endpoint was created. */
  readonly since?: ReceivedCounts | undefined
}

/** How many bytes of matching calls a wait keeps, and how many methods an error lists. */
const BYTES_MAX = 1024 * 1024
const LISTED_MAX = 5

/** Counts the calls that match a condition, and keeps the first of them. */
export class CallMatcher implements Condition<readonly ReceivedCall[]> {
  readonly #condition: ReceivedCondition
  readonly #calls: CallHistory
  readonly #methods: readonly string[] | undefined
  readonly #wanted: number
  #count: number
  #matching: ReceivedCall[] = []
  #bytes = 0
  #failure: { readonly error: unknown } | undefined

  /** @throws {EndpointMoveError} INVALID_ARGUMENT if `since` has more calls than were received */
  constructor(condition: ReceivedCondition, calls: CallHistory) {
    const { method, params, count = 1, since = {} } = condition
    requireEarlier(since, calls)
    this.#condition = condition
    this.#calls = calls
    this.#methods = typeof method === 'string' ? [method] : method
    this.#wanted = count
    const kept = [...calls.newest].filter((one) => this.#matches(one, one.call.params))
    const counted = params === undefined ? this.#countSince(since) : 0
    // Calls of methods that are counted together are found among those kept.
    this.#count = Math.max(counted, kept.length)
    // Those that are no longer kept were the first.
    const missing = this.#count - kept.length
    for (const one of kept.slice(0, Math.max(0, count - missing))) this.#keep(one)
  }

  /** @param params of the call, even if they are too long to be kept */
  see(kept: KeptCall, params: unknown): void {
    if (this.#count >= this.#wanted || !this.#matches(kept, params)) return
    this.#count++
    this.#keep(kept)
  }

  met(): { readonly result: readonly ReceivedCall[] } | undefined {
    if (this.#failure !== undefined) throw this.#failure.error
    return this.#count >= this.#wanted ? { result: this.#matching } : undefined
  }

  describe(within: string): string {
    const { params } = this.#condition
    const what = this.#methods?.join(' or ') ?? (this.#wanted === 1 ? 'call' : 'calls')
    const which = params === undefined ? '' : ' with these params'
    return `received ${this.#count} of ${this.#wanted} ${what}${which}${within}; ${this.#others()}`
  }

  #matches({ call: { method, call }, series }: KeptCall, params: unknown): boolean {
    const { params: wanted, since } = this.#condition
    if (this.#methods?.includes(method) === false) return false
    if (call <= sinceOf(since, series)) return false
    if (wanted === undefined) return true
    if (typeof wanted !== 'function') return containsParams(params, wanted)
    try {
      return Array.isArray(params ?? []) && wanted((params ?? []) as Params)
    } catch (error) {
      this.#failure ??= { error }
      return false
    }
  }

  #keep({ call, bytes }: KeptCall): void {
    this.#bytes += bytes
    if (this.#bytes <= BYTES_MAX) this.#matching.push(call)
  }

  #countSince(since: ReceivedCounts): number {
    const methods = this.#methods ?? Object.keys(this.#calls.counts)
    const counts = methods.map((method) => this.#calls.countOf(method) - sinceOf(since, method))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** What was received instead. */
  #others(): string {
    const { params, since } = this.#condition
    const others = Object.entries(this.#calls.counts)
      .map(([method, count]) => ({ method, count: count - sinceOf(since, method) }))
      .filter(({ method, count }) => count > 0 && !this.#isCounted(method, params))
    if (others.length === 0) return this.#count === 0 ? 'received no calls' : 'received no others'
    const listed = others
      .slice(0, LISTED_MAX)
      .map(({ method, count }) => (count === 1 ? method : `${method} ×${count}`))
    if (others.length > LISTED_MAX) listed.push(`${others.length - LISTED_MAX} other methods`)
    return params === undefined
      ? `also received ${listed.join(', ')}`
      : `received ${listed.join(', ')}`
  }

  /** Whether all calls of a method count for this condition. */
  #isCounted(method: string, params: unknown): boolean {
    return params === undefined && this.#methods?.includes(method) !== false
  }
}

function sinceOf(since: ReceivedCounts | undefined, method: string): number {
  return since !== undefined && Object.hasOwn(since, method) ? (since[method] as number) : 0
}

function requireEarlier(since: ReceivedCounts, calls: CallHistory): void {
  for (const [method, count] of Object.entries(since)) {
    if (count <= calls.countOf(method)) continue
    const problem = `since.${method}: the endpoint has received ${calls.countOf(method)} of these calls, not ${count}; want a result of its own receivedCounts()`
    throw new EndpointMoveError('INVALID_ARGUMENT', problem)
  }
}
