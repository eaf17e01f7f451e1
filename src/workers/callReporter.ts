import type { CallDetails } from '../endpoint/activity/timeline.ts'
import type { CallReports } from '../endpoint/copies/reportedActivity.ts'
import { writeCall } from '../endpoint/copies/sentCalls.ts'
import type { CallsReport } from './messages.ts'

/** How long calls wait to be reported together, and how many bytes. */
const WAIT_MS = 100
const BYTES_MAX = 256 * 1024

/** How many bytes of reports may be on their way. */
const UNCOUNTED_MAX = 4 * 1024 * 1024

/** Reports the calls of an endpoint of another worker to that worker. */
export class CallReporter implements CallReports {
  readonly #send: (report: Pick<CallsReport, 'calls' | 'inFlight'>) => Promise<unknown>
  #answered = 0
  #calls: string[] = []
  #bytes = 0
  #inFlight = 0
  #isChanged = false
  #timer: NodeJS.Timeout | undefined
  /** of reports on their way */
  #uncounted = 0
  #last: Promise<void> | undefined

  /** @param send resolves when the report is counted, or never will be */
  constructor(send: (report: Pick<CallsReport, 'calls' | 'inFlight'>) => Promise<unknown>) {
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
    const call = writeCall(method, params, outcome, details)
    this.#calls.push(call)
    this.#bytes += call.length
    if (this.#bytes > BYTES_MAX) void this.flush()
    else this.#flushSoon()
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
    if (this.#calls.length === 0 && !this.#isChanged) return this.#last
    const bytes = this.#bytes
    const sent = this.#send({ calls: `[${this.#calls.join()}]`, inFlight: this.#inFlight })
    this.#calls = []
    this.#bytes = 0
    this.#isChanged = false
    this.#uncounted += bytes
    const done = (): void => {
      this.#uncounted -= bytes
      if (this.#last === last) this.#last = undefined
    }
    // If the other worker has ended, its counts begin anew.
    const last = sent.then(done, done)
    this.#last = last
    return last
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.flush(), WAIT_MS)
  }
}
