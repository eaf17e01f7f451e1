/** Bytes, or a list of such. */
export type RlpContent = Uint8Array | RlpContent[]

/**
 * Reads RLP that we wrote ourselves (Yellow Paper, appendix B): it is not checked. What comes from elsewhere is for
 * @ethereumjs/rlp, which checks it, to read.
 *
 * @returns views of the bytes, not copies
 */
export function readRlp(bytes: Uint8Array): RlpContent {
  // Views of a Buffer are Buffers, of which hex is made at once.
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

  /** Reads a length, after which the content begins; the caller adds it to where the digits began. */
  #length(digits: number): number {
    let length = 0
    for (let digit = 0; digit < digits; digit++) {
      length = length * 256 + (this.#bytes[this.#at++] as number)
    }
    return length + digits
  }
}
