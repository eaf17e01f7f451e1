const FIRST_BYTES = 1024

/** Writes numbers and bytes one after the other; `ByteReader` reads them in the same order. */
export class ByteWriter {
  #buffer = new Uint8Array(FIRST_BYTES)
  #length = 0

  /** @param value from 0 to 255 */
  byte(value: number): void {
    this.#reserve(1)
    this.#buffer[this.#length++] = value
  }

  bytes(values: Uint8Array): void {
    this.#reserve(values.length)
    this.#buffer.set(values, this.#length)
    this.#length += values.length
  }

  /** @param text one character for each byte */
  text(text: string): void {
    this.#reserve(text.length)
    for (let at = 0; at < text.length; at++) this.#buffer[this.#length++] = text.charCodeAt(at)
  }

  /** @returns a copy of what was written since the last call */
  take(): Uint8Array {
    const taken = this.#buffer.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#buffer.length) return
    const larger = new Uint8Array(Math.max(needed, 2 * this.#buffer.length))
    larger.set(this.#buffer)
    this.#buffer = larger
  }
}

/** Reads what `ByteWriter` wrote. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  byte(): number {
    return this.#bytes[this.#at++] as number
  }

  /** @returns a copy */
  bytes(count: number): Uint8Array {
    this.#at += count
    return this.#bytes.slice(this.#at - count, this.#at)
  }

  /** @returns one character for each byte */
  text(count: number): string {
    this.#at += count
    const { buffer, byteOffset } = this.#bytes
    return Buffer.from(buffer, byteOffset + this.#at - count, count).toString('latin1')
  }
}
