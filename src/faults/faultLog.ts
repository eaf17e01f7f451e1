import type { FaultKind } from './fault.ts'
import { shortened } from './shortened.ts'
import type { FaultTransport } from './transport.ts'

/** A fault that was applied to a call or a batch. */
export interface InjectedFault {
  /** of the endpoint, to tell the logs of several endpoints apart */
  readonly key: string
  /** the number of the call among those of its method on this endpoint, from 1 */
  readonly call: number
  /** `batch` for a batch, `eth_subscription` for a notification, `head` for a move of the head */
  readonly method: string
  /** as the client sent them; if they are long, the beginning of their JSON followed by `…` */
  readonly params?: unknown
  readonly transport: FaultTransport
  /** index in the list of rules at that time, from 0 */
  readonly rule: number
  readonly kind: FaultKind
  /** what was done, for people to read: the delay, or the field and its value before */
  readonly detail: string
  /** number of the block that the call names; of several the first */
  readonly block?: number
}

/** The most entries that are stored. */
const ENTRIES_MAX = 10_000

/** The most characters of params, as JSON. */
const PARAMS_MAX = 1000

/** Replaces params that are not JSON. */
const NO_JSON = '"no JSON"'

/** The most characters of a detail: it may contain a client's id. */
const DETAIL_MAX = 200

/**
 * The faults that were applied to the answers of an endpoint, in order, across changes of its rules. When it is full,
 * new entries displace the oldest.
 */
export class FaultLog {
  #entries: InjectedFault[] = []
  #dropped = 0

  /** A copy of the entries. */
  get entries(): readonly InjectedFault[] {
    return [...this.#entries]
  }

  /** How many entries were displaced. */
  get dropped(): number {
    return this.#dropped
  }

  /** @param entry whose method is already shortened */
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

/** A copy of params, or if they are long the beginning of their JSON. */
function copied(params: unknown): unknown {
  const text = writeJson(params)
  return text.length > PARAMS_MAX ? shortened(text, PARAMS_MAX) : JSON.parse(text)
}

/** In process, params may be any value, and the call is answered even if they are not JSON. */
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
