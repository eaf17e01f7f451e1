const FIRST_BYTES = 1 << 16

const [QUOTE, ZERO, LETTER_X] = [0x22, 0x30, 0x78]

/** The two hex digits of each byte, as one number of 16 bits. */
const DIGITS = Uint16Array.from({ length: 256 }, (_, byte) => {
  return Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16BE()
})

/**
 * Writes JSON text of ASCII characters as bytes. Hex digits come straight from bytes, so no string is made for a field.
 */
export class AsciiWriter {
  #text = new Uint8Array(FIRST_BYTES)
  #view = new DataView(this.#text.buffer)
  #length = 0

  /** @param text ASCII only */
  text(text: string): void {
    this.#reserve(text.length)
    const target = this.#text
    let at = this.#length
    for (let index = 0; index < text.length; index++) target[at++] = text.charCodeAt(index)
    this.#length = at
  }

  /** Two texts, without a new one of both. */
  texts(first: string, second: string): void {
    this.text(first)
    this.text(second)
  }

  /** Text that is written often, as bytes. */
  bytes(text: Uint8Array): void {
    this.#reserve(text.length)
    this.#text.set(text, this.#length)
    this.#length += text.length
  }

  /** A part of some bytes as DATA, in quotes. */
  data(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#open()
    this.#digits(bytes, start, end)
    this.#close()
  }

  /** A part of some bytes as DATA of at least `length` bytes, in quotes. */
  paddedData(bytes: Uint8Array, start: number, end: number, length: number): void {
    this.#open()
    for (let missing = length - (end - start); missing > 0; missing--) this.text('00')
    this.#digits(bytes, start, end)
    this.#close()
  }

  /** Big-endian bytes without leading zeros, such as an integer in RLP, as QUANTITY, in quotes. */
  quantity(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const first = start < end ? (bytes[start] as number) : 0
    this.#open()
    if (first < 16) {
      this.#reserve(1)
      this.#text[this.#length++] = (DIGITS[first] as number) & 255
    }
    this.#digits(bytes, first < 16 ? start + 1 : start, end)
    this.#close()
  }

  /** @returns a copy of what was written since the last call */
  take(): Uint8Array {
    const taken = this.#text.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  /** Whether what was written since the last call is the same. */
  takeSame(text: Uint8Array): boolean {
    const written = this.#text.subarray(0, this.#length)
    this.#length = 0
    return Buffer.compare(written, text) === 0
  }

  /** The quote and the prefix before hex digits. */
  #open(): void {
    this.#reserve(3)
    const target = this.#text
    target[this.#length++] = QUOTE
    target[this.#length++] = ZERO
    target[this.#length++] = LETTER_X
  }

  #close(): void {
    this.#reserve(1)
    this.#text[this.#length++] = QUOTE
  }

  #digits(bytes: Uint8Array, start: number, end: number): void {
    this.#reserve(2 * Math.max(0, end - start))
    const target = this.#view
    let at = this.#length
    for (let index = start; index < end; index++) {
      target.setUint16(at, DIGITS[bytes[index] as number] as number)
      at += 2
    }
    this.#length = at
  }

  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#text.length) return
    const larger = new Uint8Array(Math.max(needed, 2 * this.#text.length))
    larger.set(this.#text)
    this.#text = larger
    this.#view = new DataView(larger.buffer)
  }
}
