import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { DisconnectedError } from '../connection/rpcError.ts'
import type { Mover } from '../store/mover.ts'

/** What happened at an endpoint: a request of a client, a move, a step of a scenario, or a fault of no single request. */
export interface LogEntry {
  /** grows by one with each entry */
  readonly sequence: number
  readonly type: 'request' | 'move' | 'step' | 'fault'
  /** in milliseconds since 1970 */
  readonly time: number
  readonly method: string
  /** `ok`, or the code of the error */
  readonly outcome: string
  readonly params?: unknown
  /** the beginning of params that are long */
  readonly paramsText?: string
  readonly faults?: readonly LoggedFault[]
  readonly transport?: string
  /** the key of the endpoint of a pool that has answered */
  readonly replica?: string
  /** until the answer was ready */
  readonly milliseconds?: number
  /** in bytes */
  readonly answerLength?: number
  readonly answer?: LoggedAnswer
  /** the beginning of an answer that is long */
  readonly answerText?: string
  /** the lines of `console.log`, of an entry that was asked for alone */
  readonly printed?: readonly string[]
}

/** A fault that was injected. */
interface LoggedFault {
  readonly kind: string
  /** index of its rule */
  readonly rule: number
  readonly detail: string
}

export interface LoggedAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

interface Entries {
  readonly entries: readonly LogEntry[]
}

/** What the log is read from. */
export interface LogConnection extends Mover {
  readonly state: ReadonlySignal<{ readonly phase: string }>
  subscribe(
    params: readonly unknown[],
    listener: (result: unknown) => void,
    failed?: (error: Error) => void,
  ): () => void
}

/** How many entries are kept: as many rows as the page draws. */
export const ENTRIES_MAX = 500

const PAGE = 100

/** The newest entries of the log that have a method, live. */
export class RequestLog {
  readonly #entries = signal<readonly LogEntry[]>([])
  readonly #problem = signal<Error | undefined>(undefined)
  readonly #isPaused = signal(false)
  readonly #hasOlder = signal(false)
  readonly #connection: LogConnection
  readonly #method: string | undefined
  readonly #ends: readonly (() => void)[]
  /** what arrived while the log was paused */
  #held: LogEntry[] = []

  /** @param method only entries of this method; undefined for all */
  constructor(connection: LogConnection, method: string | undefined) {
    this.#connection = connection
    this.#method = method
    this.#ends = [
      connection.subscribe(
        ['ommer_requests', ...(method === undefined ? [] : [{ method }])],
        (given) => this.#received(given),
        (error) => this.#failed(error),
      ),
      this.#reloadAfterLosses(),
    ]
    void this.#load()
  }

  /** newest first */
  get entries(): ReadonlySignal<readonly LogEntry[]> {
    return this.#entries
  }

  get problem(): ReadonlySignal<Error | undefined> {
    return this.#problem
  }

  get isPaused(): ReadonlySignal<boolean> {
    return this.#isPaused
  }

  /** whether there may be entries before those that are shown */
  get hasOlder(): ReadonlySignal<boolean> {
    return this.#hasOlder
  }

  close(): void {
    for (const end of this.#ends) end()
  }

  /** Rows that move cannot be read. What arrives meanwhile is added later. */
  setPaused(isPaused: boolean): void {
    this.#isPaused.value = isPaused
    if (!isPaused) this.#add(this.#held.splice(0))
  }

  async loadOlder(): Promise<void> {
    await this.#load(this.#entries.peek().at(-1)?.sequence)
  }

  /** Starts over with each new connection: the server may be another one, which counts from 1 again. */
  #reloadAfterLosses(): () => void {
    let wasOpen = false
    return effect(() => {
      if (this.#connection.state.value.phase !== 'open') return
      if (wasOpen) {
        this.#entries.value = []
        this.#held = []
        void this.#load()
      }
      wasOpen = true
    })
  }

  async #load(before?: number): Promise<void> {
    const method = this.#method
    const query = {
      limit: PAGE,
      ...(before !== undefined && { before }),
      ...(method !== undefined && { method }),
    }
    try {
      const { entries } = await this.#connection.request<Entries>('ommer_requests', [query])
      this.#hasOlder.value = entries.length === PAGE
      this.#problem.value = undefined
      this.#add(entries)
    } catch (error) {
      this.#failed(error as Error)
    }
  }

  #received(given: unknown): void {
    const { entries } = given as Entries
    if (this.#isPaused.peek()) this.#held = [...this.#held, ...entries].slice(-ENTRIES_MAX)
    else this.#add(entries)
  }

  #add(entries: readonly LogEntry[]): void {
    if (entries.length === 0) return
    const bySequence = new Map(
      [...this.#entries.peek(), ...entries].map((entry) => [entry.sequence, entry]),
    )
    const sorted = [...bySequence.values()].sort((a, b) => b.sequence - a.sequence)
    this.#entries.value = sorted.slice(0, ENTRIES_MAX)
    if (sorted.length >= ENTRIES_MAX) this.#hasOlder.value = false
  }

  #failed(error: Error): void {
    // After a lost connection, the subscription begins again by itself.
    if (!(error instanceof DisconnectedError)) this.#problem.value = error
  }
}
