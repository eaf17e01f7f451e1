import type { FaultKind, FaultTransport } from './fault.ts'

/** A fault that befell a call, or a batch. */
export interface InjectedFault {
  /** which call of its method on this endpoint, from 1 */
  readonly call: number
  /** of a batch `batch`, of a notification `eth_subscription`, and where the head moves `head` */
  readonly method: string
  /** as the client sent them; where they are long, the beginning of their JSON, which ends in `…` */
  readonly params?: unknown
  readonly transport: FaultTransport
  /** place in the list of rules, from 0 */
  readonly rule: number
  readonly kind: FaultKind
  /** what was done, for people to read: how many milliseconds, which field */
  readonly detail: string
  /** number of the block that the call is about, of several the first */
  readonly block?: number
}

/** The most entries that are kept. */
const ENTRIES_MAX = 10_000

/** The most characters of params, as JSON. */
const PARAMS_MAX = 1000

/** What was injected into the answers of an endpoint, in the order in which it was. The oldest entries make room. */
export class FaultLog {
  #entries: InjectedFault[] = []
  #dropped = 0

  /** A copy of what is kept. */
  get entries(): readonly InjectedFault[] {
    return [...this.#entries]
  }

  /** How many entries had to make room. */
  get dropped(): number {
    return this.#dropped
  }

  add(entry: InjectedFault): void {
    if (this.#entries.length === ENTRIES_MAX) {
      this.#entries.shift()
      this.#dropped++
    }
    const { params } = entry
    this.#entries.push(params === undefined ? entry : { ...entry, params: shortened(params) })
  }

  clear(): void {
    this.#entries = []
    this.#dropped = 0
  }
}

function shortened(params: unknown): unknown {
  const text = JSON.stringify(params)
  return text.length > PARAMS_MAX ? `${text.slice(0, PARAMS_MAX)}…` : params
}
