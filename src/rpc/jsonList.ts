import { type Answer, encodeResultParts, encodeResultText } from './answer.ts'

/** A longer text is kept as bytes, which take a third of the memory of strings while many clients wait for long lists. */
const TEXT_LENGTH_MAX = 65_536

/** A long list of JSON texts that becomes the result of a call. */
export class JsonList {
  readonly #parts: Uint8Array[] = []
  #text = ''
  #length = 0
  #bytes = 0

  /** How many items it has. */
  get length(): number {
    return this.#length
  }

  /** The bytes of the items with their separators, in UTF-8. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Adds an item, if the list has room for it.
   *
   * @param bytesMax for all items
   * @returns whether it was added
   */
  add(item: string, bytesMax: number): boolean {
    const bytes = this.#bytes + Buffer.byteLength(item) + 1
    if (bytes > bytesMax) return false
    this.#bytes = bytes
    this.#text += this.#length === 0 ? item : `,${item}`
    this.#length++
    if (this.#text.length > TEXT_LENGTH_MAX) {
      this.#parts.push(Buffer.from(this.#text))
      this.#text = ''
    }
    return true
  }

  toAnswer(): Answer {
    if (this.#parts.length === 0) return encodeResultText(`[${this.#text}]`)
    return encodeResultParts(['[', ...this.#parts, Buffer.from(this.#text), ']'])
  }
}
