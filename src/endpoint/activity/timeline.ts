import { printedBytes } from '../../chain/calls/printedBytes.ts'
import type { CallMemory } from './callMemory.ts'
import { type KeptCall, paramsSize } from './keptCalls.ts'
import { NewestEntries } from './newestEntries.ts'

/** What is known of a call, apart from its method, its params and its outcome. */
export interface CallDetails {
  readonly transport: 'http' | 'webSocket' | 'inProcess'
  /** when it began, on the clock of `performance.now()` */
  readonly began: number
  readonly milliseconds: number
  /** the response after its id, as text or as its bytes, or its beginning; undefined for a notification */
  readonly answer?: string | Uint8Array | undefined
  /** the length of the whole answer; default: that of `answer` */
  readonly answerLength?: number | undefined
  /** the faults that are applied to it, some of them perhaps later */
  readonly faults?: readonly AppliedFault[] | undefined
  /** the key of the endpoint of a pool that has answered */
  replica?: string | undefined
  /** whether it came through a pool, which has an event of its own */
  isOfPool?: boolean | undefined
  /** the input of each call of `console.log` */
  readonly printed?: readonly Uint8Array[] | undefined
}

/** A fault that was applied. */
export interface AppliedFault {
  readonly kind: string
  /** index of its rule */
  readonly rule: number
  readonly detail: string
}

interface Event {
  /** number among all entries of the endpoint, from 1 */
  readonly sequence: number
  readonly bytes: number
}

export interface RequestEvent extends Event, CallDetails {
  readonly type: 'request'
  readonly kept: KeptCall
  /** the length of the whole answer, of which only the beginning may be kept */
  readonly answerLength: number
}

/** A move of the endpoint, a step of a scenario, or a fault that belongs to no single request. */
export interface OtherEvent extends Event {
  readonly type: 'move' | 'step' | 'fault'
  /** on the clock of `performance.now()` */
  readonly began: number
  /** of the move, the step, or what the fault was applied to */
  readonly method: string
  readonly params?: unknown
  /** `ok`, or the code of the error */
  readonly outcome: string
  readonly faults?: readonly AppliedFault[] | undefined
}

export type TimelineEvent = RequestEvent | OtherEvent

export interface TimelineOptions {
  /** shared with other endpoints */
  readonly memory: CallMemory
  /** how many bytes the entries of one endpoint may take */
  readonly bytesMax: number
}

const ENTRIES_MAX = 2000

/** Of a longer answer only the beginning is kept. */
const ANSWER_MAX = 64 * 1024
const CUT_ANSWER = 2048

/** An estimate of the size of an entry without its answer and its params. */
const EVENT_BYTES = 250

/**
 * What has happened at an endpoint, newest last: requests, moves, steps of a scenario, and faults. It keeps references to
 * what exists anyway, so that it costs requests next to nothing; nothing is written until somebody reads it.
 */
export class Timeline {
  readonly #entries: NewestEntries<TimelineEvent>
  #last = 0
  #listeners: Set<() => void> | undefined

  constructor({ memory, bytesMax }: TimelineOptions) {
    this.#entries = new NewestEntries(memory, { countMax: ENTRIES_MAX, bytesMax })
  }

  addRequest(kept: KeptCall, details: CallDetails): void {
    const { transport, began, milliseconds, answer, faults, printed, replica, isOfPool } = details
    const answerLength = details.answerLength ?? answer?.length ?? 0
    this.#add({
      type: 'request',
      sequence: ++this.#last,
      kept,
      transport,
      began,
      milliseconds,
      answer: answer && keptAnswer(answer),
      answerLength,
      faults,
      replica,
      isOfPool,
      printed,
      bytes:
        EVENT_BYTES +
        kept.bytes +
        (printed?.reduce((sum, each) => sum + printedBytes(each), 0) ?? 0) +
        (answerLength > ANSWER_MAX ? CUT_ANSWER : answerLength),
    })
  }

  /** @param event whose params are counted, or left out if they are too long */
  addOther(event: Omit<OtherEvent, 'sequence' | 'bytes'>): void {
    const { type, began, method, params, outcome, faults } = event
    const bytes = params === undefined ? undefined : paramsSize(params)
    // Written out, it takes less memory than with a spread.
    this.#add({
      type,
      sequence: ++this.#last,
      began,
      method,
      params: bytes === undefined ? undefined : params,
      outcome,
      faults,
      bytes: EVENT_BYTES + (bytes ?? 0),
    })
  }

  /** The number of the newest entry; 0 while there was none. */
  get last(): number {
    return this.#last
  }

  /** The number of the oldest entry that is kept; after the last one if none is. */
  get first(): number {
    return this.#last - this.#entries.count + 1
  }

  /** An entry by its number; undefined if it is not kept any more. */
  get(sequence: number): TimelineEvent | undefined {
    return this.#entries.at(sequence - this.first)
  }

  /**
   * Calls a function after each new entry. It must not throw.
   *
   * @returns unsubscribes it
   */
  onAdded(listener: () => void): () => void {
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
    return () => this.#listeners?.delete(listener)
  }

  close(): void {
    this.#entries.close()
  }

  #add(event: TimelineEvent): void {
    this.#entries.add(event)
    if (this.#listeners === undefined) return
    for (const listener of this.#listeners) listener()
  }
}

/**
 * An answer, or the beginning of a long one. Copies what is a part of something longer, because a part keeps the whole in
 * memory.
 */
function keptAnswer(answer: string | Uint8Array): string | Uint8Array {
  if (typeof answer === 'string') {
    if (answer.length <= ANSWER_MAX) return answer
    return Buffer.from(answer.slice(0, CUT_ANSWER), 'utf16le').toString('utf16le')
  }
  if (answer.length > ANSWER_MAX) return new Uint8Array(answer.subarray(0, CUT_ANSWER))
  return answer.buffer.byteLength > ANSWER_MAX ? new Uint8Array(answer) : answer
}
