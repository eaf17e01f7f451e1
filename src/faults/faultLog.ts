import type { FaultKind } from './fault.ts'
import { shortened } from './shortened.ts'
import type { FaultTransport } from './transport.ts'

/** A fault that was applied to a call, or a batch. */
export interface InjectedFault {
  /** of the endpoint, so that the logs of several can be told apart */
  readonly key: string
  /** which call of its method on this endpoint, from 1 */
  readonly call: number
  /** of a batch `batch`, of a notification `eth_subscription`, of a move of the head `head` */
  readonly method: string
  /** as the client sent them; where they are long, the beginning of their JSON, which ends in `…` */
  readonly params?: unknown
  readonly transport: FaultTransport
  /** index in the list of rules that was set at the time, from 0 */
  readonly rule: number
  readonly kind: FaultKind
  /** what was done, for people to read: how many milliseconds, which field and its value before */
  readonly detail: string
  /** number of the block that the call is about, of several the first */
  readonly block?: number
}

/** The most entries that are kept. */
const ENTRIES_MAX = 10_000

/** The most characters of params, as JSON. */
const PARAMS_MAX = 1000

/** In place of params that are no JSON. */
const NO_JSON = '"no JSON"'

/** The most characters of a detail: it may contain a client's id. */
const DETAIL_MAX = 200

/**
 * What was injected into the answers of an endpoint, in order, whichever rules were set at the time. When it is full,
 * new entries displace the oldest.
 */
export class FaultLog {
  #entries: InjectedFault[] = []
  #dropped = 0

  /** A copy of what is kept. */
  get entries(): readonly InjectedFault[] {
    return [...this.#entries]
  }

  /** How many entries were displaced. */
  get dropped(): number {
    return this.#dropped
  }

  /** @param entry with a method short enough to be kept */
  add(entry: InjectedFault): void {
    if (this.#entries.length === ENTRIES_MAX) {
      this.#entries.shift()
      this.#dropped++
    }
    const { params, detail } = entry
    this.#entries.push({
      ...entry,
      ...(params !== undefined && { params: copied(params) }),
      detail: shortened(detail, DETAIL_MAX),
    })
  }

  clear(): void {
    this.#entries = []
    this.#dropped = 0
  }
}

/** A copy of params that were sent, or where they are long the beginning of their JSON. */
function copied(params: unknown): unknown {
  const text = writeJson(params)
  return text.length > PARAMS_MAX ? shortened(text, PARAMS_MAX) : JSON.parse(text)
}

/** In the same process params may be anything, and the call is answered all the same. */
function writeJson(params: unknown): string {
  try {
    const text = JSON.stringify(params, (_, value) =>
      typeof value === 'bigint' ? `${value}n` : value,
    )
    return text ?? NO_JSON
  } catch {
    return NO_JSON
  }
}
