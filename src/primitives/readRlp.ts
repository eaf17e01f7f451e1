/** A byte string, or a list of items. */
export type RlpContent = Uint8Array | RlpContent[]

/**
 * Reads RLP that we wrote ourselves (Yellow Paper, appendix B) without checking it. Use @ethereumjs/rlp, which checks,
 * for RLP from elsewhere.
 *
 * @returns views of the bytes, not copies
 */
export function readRlp(bytes: Uint8Array): RlpContent {
  // Views of a Buffer are Buffers, which `toHex` converts without wrapping.
  return new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).item()
}

class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  item(): RlpContent {
    const first = this.#bytes[this.#at++] as number
    if (first < 0x80) return this.#bytes.subarray(this.#at - 1, this.#at)
    const isList = first >= 0xc0
    const code = first - (isList ? 0xc0 : 0x80)
    const end = this.#at + (code <= 55 ? code : this.#length(code - 55))
    if (!isList) {
      const start = this.#at
      this.#at = end
      return this.#bytes.subarray(start, end)
    }
    const items: RlpContent[] = []
    while (this.#at < end) items.push(this.item())
    return items
  }

  /** Reads a length. The result includes the digits themselves: the caller adds it to their offset. */
  #length(digits: number): number {
    let length = 0
    for (let digit = 0; digit < digits; digit++) {
      length = length * 256 + (this.#bytes[this.#at++] as number)
    }
    return length + digits
  }
}
