import { type Hex, toHex } from '../../primitives/hex.ts'

const ADDRESS_BYTES = 20
const STATE_BYTES = Int32Array.BYTES_PER_ELEMENT

// What has become of a sender.
const FREE = 0
/** One of the threads recovers it, or has found that it cannot be recovered. */
const TAKEN = 1
const RECOVERED = 2

/**
 * The senders of some transactions, in memory that two threads share. Neither waits for the other: each recovers what the
 * other has not begun.
 */
export class SharedSenders {
  /** to be sent to the other thread */
  readonly memory: SharedArrayBuffer
  /** 1 when the other thread has finished */
  readonly #finished: Int32Array
  readonly #states: Int32Array
  readonly #addresses: Uint8Array

  /** @param memory of senders that the other thread has created */
  constructor(memory: SharedArrayBuffer) {
    const count = (memory.byteLength - STATE_BYTES) / (STATE_BYTES + ADDRESS_BYTES)
    this.memory = memory
    this.#finished = new Int32Array(memory, 0, 1)
    this.#states = new Int32Array(memory, STATE_BYTES, count)
    this.#addresses = new Uint8Array(memory, STATE_BYTES + this.#states.byteLength)
  }

  static create(count: number): SharedSenders {
    const bytes = STATE_BYTES + count * (STATE_BYTES + ADDRESS_BYTES)
    return new SharedSenders(new SharedArrayBuffer(bytes))
  }

  /** Whether the other thread will recover no more of them. */
  get isFinished(): boolean {
    return Atomics.load(this.#finished, 0) === 1
  }

  /** Says so. */
  finish(): void {
    Atomics.store(this.#finished, 0, 1)
  }

  /** Whether the other thread has not begun to recover a sender; it then leaves it to the caller. */
  take(index: number): boolean {
    return Atomics.compareExchange(this.#states, index, FREE, TAKEN) === FREE
  }

  /** Leaves nothing for the other thread to recover. */
  takeAll(): void {
    for (let index = 0; index < this.#states.length; index++) this.take(index)
  }

  /** @param address 20 bytes */
  set(index: number, address: Uint8Array): void {
    this.#addresses.set(address, index * ADDRESS_BYTES)
    Atomics.store(this.#states, index, RECOVERED)
  }

  /** A sender that has been recovered. */
  get(index: number): Hex | undefined {
    if (Atomics.load(this.#states, index) !== RECOVERED) return undefined
    const start = index * ADDRESS_BYTES
    return toHex(this.#addresses.slice(start, start + ADDRESS_BYTES))
  }
}
