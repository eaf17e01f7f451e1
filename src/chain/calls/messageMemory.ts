import { callServerError } from './callError.ts'

/**
 * The bytes that the frames of one message may have at once. The memory of contracts is outside of the heap, so the limit
 * of a thread's heap does not bound it; gas does only where calls have a gas cap: 50 million pay for 160 MiB at most.
 */
const BYTES_MAX = 256 * 1024 * 1024

/** What an outer frame has while an inner one runs. */
export interface OuterFrame {
  readonly bytes: number
  readonly returned: number
}

/** Counts the bytes of a message: the memory of its open frames, what they were returned, its logs and its new code. */
export class MessageMemory {
  #bytes = 0
  /** what the frame was returned last */
  #returned = 0
  /** what stays until the message ends */
  #kept = 0

  /** Another message begins. */
  reset(): void {
    this.#bytes = 0
    this.#returned = 0
    this.#kept = 0
  }

  /** A frame begins. */
  enter(): OuterFrame {
    const outer = { bytes: this.#bytes, returned: this.#returned }
    this.#returned = 0
    return outer
  }

  /**
   * A frame ends: its memory is released.
   *
   * @param returned in bytes: kept by the outer frame until it is returned something else
   */
  exit(outer: OuterFrame, returned: number): void {
    this.#bytes = outer.bytes - outer.returned + returned
    this.#returned = returned
  }

  /**
   * The memory of the frame grows.
   *
   * @throws {CallError} if the message has too much
   */
  grow(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes + this.#kept > BYTES_MAX)
      throw callServerError('execution aborted (out of memory)')
  }

  /**
   * Counts bytes that stay until the message ends.
   *
   * @throws {CallError} if the message has too much
   */
  keep(bytes: number): void {
    this.#kept += bytes
    this.grow(0)
  }
}
