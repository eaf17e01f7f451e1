import type { CallMemory, MemoryUser } from './callMemory.ts'

/** A call that an endpoint has received. */
export interface ReceivedCall {
  readonly method: string
  /** As the client sent them; missing if they are too long to be kept, or if there were none. */
  readonly params?: unknown
  /** The number of the call among those of its method at this endpoint, from 1. */
  readonly call: number
  /**
   * `ok`; the code of the error, such as `METHOD_NOT_FOUND`, or `INJECTED_ERROR` if a fault made it; `NOTIFICATION` for a
   * request without an id, which is not answered. Faults of the connection are in the fault log.
   */
  readonly outcome: string
}

/** A call, and an estimate of the memory that it takes. */
export interface KeptCall {
  readonly call: ReceivedCall
  /** the name under which it was counted, which is not its method where there are too many methods */
  readonly series: string
  readonly bytes: number
}

/** How many calls an endpoint keeps. */
const CALLS_MAX = 1000

/** How many bytes they may take. */
const BYTES_MAX = 1024 * 1024

/** The newest calls of an endpoint. */
export class KeptCalls implements MemoryUser {
  readonly #memory: CallMemory
  /** a ring: the oldest is at `#first` */
  readonly #ring: (KeptCall | undefined)[] = []
  #first = 0
  #count = 0
  #bytes = 0

  constructor(memory: CallMemory) {
    this.#memory = memory
    memory.add(this)
  }

  add(kept: KeptCall): void {
    if (this.#count === CALLS_MAX) this.#dropOldest()
    this.#ring[(this.#first + this.#count) % CALLS_MAX] = kept
    this.#count++
    this.#bytes += kept.bytes
    this.dropTo(BYTES_MAX)
    this.#memory.count(kept.bytes)
  }

  dropTo(bytesMax: number): void {
    while (this.#bytes > bytesMax) this.#dropOldest()
  }

  close(): void {
    this.dropTo(0)
    this.#memory.remove(this)
  }

  /** Oldest first. */
  *[Symbol.iterator](): Iterator<KeptCall> {
    for (let index = 0; index < this.#count; index++) {
      yield this.#ring[(this.#first + index) % CALLS_MAX] as KeptCall
    }
  }

  #dropOldest(): void {
    const { bytes } = this.#ring[this.#first] as KeptCall
    this.#ring[this.#first] = undefined
    this.#first = (this.#first + 1) % CALLS_MAX
    this.#count--
    this.#bytes -= bytes
    this.#memory.count(-bytes)
  }
}
