import type { OtherEvent, RequestEvent, Timeline } from '../../endpoint/activity/timeline.ts'
import type { FaultRule } from '../../faults/faultRule.ts'
import type { Hex } from '../../primitives/hex.ts'
import { timelineOf } from '../../server/endpointHandle.ts'
import type { ServedEndpoint } from '../../server/servedEndpoint.ts'
import { isPoll, type ObservedCall, observedCall } from './observedCall.ts'

/** A step that was played. */
export interface Moment {
  /** how many calls there were before */
  readonly calls: number
  /** its name; of faults, with their kinds */
  readonly step: string
}

/** How many calls with a fault count as work after a move: most faults end after some calls, others never do. */
const FAULTY_MAX = 100

/** How many calls of a run are kept. */
const CALLS_MAX = 20_000

/** In milliseconds: the longest times without progress before there was some. */
export interface Pauses {
  readonly longestPause: number
  /** without the time before the first call of a client that was started */
  readonly longestGap: number
}

/**
 * The calls of a client to the endpoints of a run, and whether it still works: a call works if it is no poll, and was not
 * made with the same params since the last move, if it met a fault, or if it is the first after a start. A client that asks
 * the same again for ever does not get further.
 */
export class ClientCalls {
  /** oldest first */
  readonly calls: ObservedCall[] = []
  /** the steps that were played, but for waits */
  readonly moments: Moment[] = []
  /** the hashes of all heads that an endpoint had before a call or a step, by chain id, with their numbers */
  readonly #heads = new Map<number, Map<Hex, number>>()
  /** the keys of endpoints that the client has called */
  readonly called = new Set<string>()
  /** how many calls there were since the last move */
  sinceMove = 0
  /** whether the client has called since it was started */
  hasCalled = false
  /** in milliseconds: until the first call, with the time that it took to start the client */
  startMs = 0
  #longestPause = 0
  #longestGap = 0
  /** polls and repeated calls since the last one that worked */
  #idle = 0
  #seen = new Set<string>()
  /** calls with a fault since the last move */
  #faulty = 0
  /** on the clock of `performance.now()` */
  #workedAt = performance.now()
  #calledAt = performance.now()
  readonly #begunAt = performance.now()
  readonly #unsubscribe: (() => void)[] = []
  readonly #waiting = new Set<() => void>()

  constructor(endpoints: Iterable<ServedEndpoint>) {
    for (const endpoint of endpoints) {
      const timeline = timelineOf(endpoint)
      if (timeline === undefined) continue
      let last = timeline.last
      this.#unsubscribe.push(
        timeline.onAdded(() => {
          last = this.#read(timeline, endpoint, last)
        }),
      )
    }
  }

  /** The heads that a client may have seen of a chain: their numbers by hash. */
  headsOf(chainId: number): ReadonlyMap<Hex, number> {
    return this.#heads.get(chainId) ?? new Map()
  }

  /** How many polls and repeated calls there were since the last call that worked. */
  get idle(): number {
    return this.#idle
  }

  /** For how many milliseconds no call has worked. */
  get idleFor(): number {
    return performance.now() - this.#workedAt
  }

  /** For how many milliseconds there was no call. */
  get silentFor(): number {
    return performance.now() - this.#calledAt
  }

  /** The client was started, perhaps again. */
  started(): void {
    this.hasCalled = false
    this.moved()
  }

  /** After a move, every call may be new. */
  moved(): void {
    this.#seen = new Set()
    this.#faulty = 0
    this.sinceMove = 0
    this.#resetIdle()
  }

  /** The client works: a new call shows it, or its rows have changed. */
  worked(): void {
    const { idleFor } = this
    this.#longestPause = Math.max(this.#longestPause, idleFor)
    if (this.hasCalled) this.#longestGap = Math.max(this.#longestGap, idleFor)
    this.#resetIdle()
  }

  /** The longest pauses since this was last asked. */
  takePauses(): Pauses {
    const pauses = { longestPause: this.#longestPause, longestGap: this.#longestGap }
    this.#longestPause = 0
    this.#longestGap = 0
    return pauses
  }

  #resetIdle(): void {
    this.#idle = 0
    this.#workedAt = performance.now()
  }

  /** Resolves after the next call, or when this time is over. */
  async next(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const go = () => {
        clearTimeout(timer)
        this.#waiting.delete(go)
        resolve()
      }
      const timer = setTimeout(go, milliseconds)
      this.#waiting.add(go)
    })
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  #read(timeline: Timeline, endpoint: ServedEndpoint, last: number): number {
    for (let at = Math.max(last + 1, timeline.first); at <= timeline.last; at++) {
      this.#noteHead(endpoint)
      const event = timeline.get(at)
      if (event?.type === 'request') this.#add(event, endpoint)
      if (event?.type === 'step')
        this.moments.push({ calls: this.calls.length, step: nameOf(event) })
    }
    return timeline.last
  }

  #noteHead({ chainId, head }: ServedEndpoint): void {
    const heads = this.#heads.get(chainId) ?? new Map<Hex, number>()
    this.#heads.set(chainId, heads.set(head.hash, head.number))
  }

  #add(event: RequestEvent, endpoint: ServedEndpoint): void {
    // The pool has counted it.
    if (event.transport === 'inProcess' || event.isOfPool === true) return
    const call = observedCall(event, endpoint)
    if (this.calls.length < CALLS_MAX) this.calls.push(call)
    this.#calledAt = performance.now()
    if (this.calls.length === 1) this.startMs = performance.now() - this.#begunAt
    this.sinceMove++
    this.called.add(endpoint.key)
    const key = JSON.stringify([call.chainId, call.method, call.params])
    const isFaulty = (event.faults?.length ?? 0) > 0 && this.#faulty++ < FAULTY_MAX
    const isNew = !isPoll(call) && !this.#seen.has(key)
    if (isNew || isFaulty || !this.hasCalled) {
      this.#seen.add(key)
      this.worked()
    } else this.#idle++
    this.hasCalled = true
    for (const go of [...this.#waiting]) go()
  }
}

function nameOf({ method, params }: OtherEvent): string {
  if (method !== 'setFaults') return method
  const [rules] = params as [readonly FaultRule[]]
  return [method, ...new Set(rules.map(({ fault }) => fault.kind))].join(' ')
}
