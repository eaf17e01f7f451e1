import type { CallMemory } from '../endpoint/activity/callMemory.ts'
import { NewestEntries } from '../endpoint/activity/newestEntries.ts'
import type { CallDetails } from '../endpoint/activity/timeline.ts'
import type { CallReports } from '../endpoint/copies/reportedActivity.ts'
import { type SentCall, type SentCalls, sentCall } from '../endpoint/copies/sentCalls.ts'

/** How long calls wait to be reported together: while the copy is valid, and afterwards, when somebody may wait for them. */
const WAIT_MS = 1000
const HURRY_MS = 10

/** Of how many calls a report tells more than the method: an endpoint keeps no more of them. */
const NEWEST = { countMax: 2000, bytesMax: 1024 * 1024 } as const

/** How many characters of reports may be on their way. */
const UNCOUNTED_MAX = 4 * 1024 * 1024

/** What the owner of an endpoint is told. */
interface Report {
  readonly calls: SentCalls
  /** how many requests are not answered yet */
  readonly inFlight: number
}

interface WaitingCall {
  readonly call: SentCall
  readonly bytes: number
}

/** Reports the calls of an endpoint of another worker to that worker. */
export class CallReporter implements CallReports {
  /** Whether the copy is not valid any more, so that its last calls shall be reported soon. */
  isHurried = false
  readonly #send: (report: Report) => Promise<unknown>
  #answered = 0
  /** of the calls that wait, by method */
  #counts = new Map<string, number>()
  readonly #newest: NewestEntries<WaitingCall>
  #inFlight = 0
  #isChanged = false
  #timer: NodeJS.Timeout | undefined
  /** of reports on their way */
  #uncounted = 0
  #last: Promise<void> | undefined

  /**
   * @param memory of the calls that wait, shared with other endpoints
   * @param send resolves when the report is counted, or never will be
   */
  constructor(memory: CallMemory, send: (report: Report) => Promise<unknown>) {
    this.#newest = new NewestEntries(memory, NEWEST)
    this.#send = send
  }

  /** How many calls were answered so far. */
  get answered(): number {
    return this.#answered
  }

  /** Whether the other worker cannot keep up. */
  get isBehind(): boolean {
    return this.#uncounted > UNCOUNTED_MAX
  }

  add(method: string, params: unknown, outcome: string, details: CallDetails | undefined): void {
    if (details === undefined) return
    this.#answered++
    const waiting = sentCall(method, params, outcome, details)
    // Who waits for calls sees only those of which more than the method is told.
    if (this.isHurried && this.#hasNoRoom(waiting)) void this.flush()
    this.#counts.set(method, (this.#counts.get(method) ?? 0) + 1)
    this.#newest.add(waiting)
    this.#flushSoon()
  }

  changeInFlight(by: 1 | -1): void {
    this.#inFlight += by
    this.#isChanged = true
    this.#flushSoon()
  }

  /**
   * Reports all calls so far.
   *
   * @returns resolves when they are counted; undefined if they are
   */
  flush(): Promise<void> | undefined {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#counts.size === 0 && !this.#isChanged) return this.#last
    const calls = this.#takeCalls()
    const { length } = calls.newest
    const sent = this.#send({ calls, inFlight: this.#inFlight })
    this.#isChanged = false
    this.#uncounted += length
    const done = (): void => {
      this.#uncounted -= length
      if (this.#last === last) this.#last = undefined
    }
    // If the other worker has ended, its counts begin anew.
    const last = sent.then(done, done)
    this.#last = last
    return last
  }

  /** Reports all calls so far; those of requests in progress will follow. */
  close(): void {
    this.isHurried = true
    void this.flush()
    this.#newest.close()
  }

  /** Whether a call would take the place of an older one. */
  #hasNoRoom({ bytes }: WaitingCall): boolean {
    const { countMax, bytesMax } = NEWEST
    return this.#newest.count >= countMax || this.#newest.bytes + bytes > bytesMax
  }

  #takeCalls(): SentCalls {
    const calls = [...this.#newest].map(({ call }) => call)
    for (const [method] of calls) {
      this.#counts.set(method, (this.#counts.get(method) as number) - 1)
    }
    const earlier = [...this.#counts].filter(([, count]) => count > 0)
    this.#counts = new Map()
    this.#newest.dropTo(0)
    return { counts: Object.fromEntries(earlier), newest: JSON.stringify(calls) }
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.flush(), this.isHurried ? HURRY_MS : WAIT_MS)
  }
}
