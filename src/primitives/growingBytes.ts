const FIRST_BYTES = 1 << 16

/**
 * Bytes that arrive in pieces. They are copied into one growing buffer, so they take at most about twice their size; a
 * list of one-byte pieces would take a hundred times as much.
 */
export class GrowingBytes {
  #buffer = new Uint8Array(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#buffer.length) this.#grow(length)
    this.#buffer.set(piece, this.#length)
    this.#length = length
  }

  /** A view of all bytes added so far, valid until more are added. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Removes all bytes, and frees a large buffer. */
  clear(): void {
    this.#length = 0
    if (this.#buffer.length > 16 * FIRST_BYTES) this.#buffer = new Uint8Array(0)
  }

  #grow(length: number): void {
    const larger = new Uint8Array(Math.max(length, 2 * this.#buffer.length, FIRST_BYTES))
    larger.set(this.bytes)
    this.#buffer = larger
  }
}
