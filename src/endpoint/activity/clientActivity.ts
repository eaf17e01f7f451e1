import { ActiveSubscriptions } from './activeSubscriptions.ts'
import type { ReceivedCounts } from './callHistory.ts'
import type { ReceivedCondition } from './callMatcher.ts'
import type { CallMemory } from './callMemory.ts'
import type { ReceivedCall } from './keptCalls.ts'
import { ReceivedCalls } from './receivedCalls.ts'
import type { SubscriptionKind } from './subscriptionKinds.ts'
import { type CallDetails, Timeline, type TimelineOptions } from './timeline.ts'
import { type WaitOptions, Waits } from './waits.ts'
import { WorkInProgress, type WorkKind } from './workInProgress.ts'

/** In milliseconds: an endpoint that was used since then counts as used. */
export const UNUSED_MS_MIN = 60_000

/** when any endpoint of this process was used last, in milliseconds of the process */
let anyUsedAt = Number.NEGATIVE_INFINITY

/** For how many milliseconds no endpoint of this process was used. */
export function allUnusedFor(): number {
  return performance.now() - anyUsedAt
}

/**
 * What the clients of an endpoint do, and the waits for it: calls, subscriptions, and what the endpoint still does for
 * them. All parts but one are created when they are needed, because there may be tens of thousands of endpoints.
 */
export class ClientActivity {
  readonly #memory: CallMemory | undefined
  readonly #timelineOptions: TimelineOptions | undefined
  #timeline: Timeline | undefined
  #calls: ReceivedCalls | undefined
  #subscriptions: ActiveSubscriptions | undefined
  #work: WorkInProgress | undefined
  #waits: Waits | undefined
  #closedBecause: string | undefined
  /** when it was used last, in milliseconds of the process */
  #usedAt = performance.now()
  #onNextUse: (() => void) | undefined
  /** how many connections have this endpoint only */
  #connections = 0

  /**
   * @param memory shared with other endpoints; by default its own
   * @param timeline by default there is none
   */
  constructor(memory?: CallMemory, timeline?: TimelineOptions) {
    this.#memory = memory
    this.#timelineOptions = timeline
  }

  /** What has happened at the endpoint; undefined where that is not kept. */
  get timeline(): Timeline | undefined {
    const options = this.#timelineOptions
    if (options === undefined || this.#closedBecause !== undefined) return undefined
    this.#timeline ??= new Timeline(options)
    return this.#timeline
  }

  /**
   * Counts a call, once its outcome is known.
   *
   * @param outcome as of `ReceivedCall`
   * @param details for the timeline
   */
  addCall(method: string, params: unknown, outcome: string, details?: CallDetails): void {
    if (this.#closedBecause !== undefined) return
    this.#use()
    const kept = this.#receivedCalls.add(method, params, outcome)
    if (details !== undefined) this.timeline?.addRequest(kept, details)
    this.#waits?.check()
  }

  /** @param by 1 for a new subscription, -1 for one that has ended */
  changeSubscriptions(kind: SubscriptionKind, by: 1 | -1): void {
    this.#subscriptions ??= new ActiveSubscriptions()
    this.#subscriptions.change(kind, by)
    this.#waits?.check()
  }

  /** @param by 1 for a new connection that has this endpoint only, -1 for one that has ended */
  changeConnections(by: 1 | -1): void {
    this.#use()
    this.#connections += by
  }

  /** For how many milliseconds it was not used. */
  get unusedFor(): number {
    const isUsed = this.#connections > 0 || this.#work?.isIdle === false
    return isUsed ? 0 : performance.now() - this.#usedAt
  }

  /** Calls a function when it is used the next time; only the last one that was given. */
  onNextUse(act: () => void): void {
    this.#onNextUse = act
  }

  /** It is used now. */
  #use(): void {
    anyUsedAt = performance.now()
    this.#usedAt = anyUsedAt
    const act = this.#onNextUse
    if (act === undefined) return
    this.#onNextUse = undefined
    act()
  }

  begin(kind: WorkKind): void {
    if (kind !== 'mining') this.#use()
    this.#work ??= new WorkInProgress()
    this.#work.begin(kind)
  }

  end(kind: WorkKind): void {
    if (kind !== 'mining') this.#use()
    this.#work?.end(kind)
    if (this.#waits !== undefined && this.#work?.isIdle) this.#waits.check()
  }

  get counts(): ReceivedCounts {
    return this.#calls?.counts ?? {}
  }

  /**
   * Resolves when enough calls were received.
   *
   * @returns the first of them, oldest first
   * @throws {WaitError}
   * @throws {EndpointMoveError} INVALID_ARGUMENT if `since` is not of this endpoint
   */
  received(condition: ReceivedCondition, options: WaitOptions): Promise<readonly ReceivedCall[]> {
    return this.#receivedCalls.matching(condition, (calls) => this.#open.until(calls, options))
  }

  /** Resolves when clients have subscribed. */
  async subscribed(kind: SubscriptionKind, count: number, options: WaitOptions): Promise<void> {
    this.#subscriptions ??= new ActiveSubscriptions()
    return this.#open.until(this.#subscriptions.atLeast(count, kind), options)
  }

  /** Resolves when no client is subscribed. */
  async unsubscribed(kind: SubscriptionKind, options: WaitOptions): Promise<void> {
    this.#subscriptions ??= new ActiveSubscriptions()
    return this.#open.until(this.#subscriptions.none(kind), options)
  }

  /** Resolves when the endpoint has nothing to do. */
  async idle(options: WaitOptions): Promise<void> {
    this.#work ??= new WorkInProgress()
    return this.#open.until(this.#work, options)
  }

  /** Ends all waits, and refuses others. */
  close(reason: string): void {
    if (this.#closedBecause !== undefined) return
    this.#closedBecause = reason
    this.#open.close(reason)
    this.#calls?.close()
    this.#timeline?.close()
  }

  get #receivedCalls(): ReceivedCalls {
    this.#calls ??= new ReceivedCalls(this.#memory)
    return this.#calls
  }

  get #open(): Waits {
    this.#waits ??= new Waits()
    return this.#waits
  }
}
