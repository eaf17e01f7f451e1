/** A text is not that of a block as a dialect writes it. */
export class OtherTextError extends Error {}

const [QUOTE, COMMA, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x22, 0x2c, 0x7d, 0x5b, 0x5d]

/** Walks over JSON text in ASCII whose form is known. */
export class TextCursor {
  readonly bytes: Uint8Array
  at = 0
  /** the hex digits of the string that `digits` has passed: where they begin and end */
  start = 0
  end = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Passes a text if it comes next. */
  take(expected: Uint8Array): boolean {
    const { bytes, at } = this
    for (let index = 0; index < expected.length; index++) {
      if (bytes[at + index] !== expected[index]) return false
    }
    this.at = at + expected.length
    return true
  }

  /** @throws {OtherTextError} if the text does not come next */
  expect(expected: Uint8Array): void {
    if (!this.take(expected)) throw new OtherTextError()
  }

  takeComma(): boolean {
    if (this.bytes[this.at] !== COMMA) return false
    this.at++
    return true
  }

  /**
   * Passes a string of hex, whose digits are not checked.
   *
   * @param count of digits, if it is fixed
   * @throws {OtherTextError} if there is none
   */
  digits(count?: number): void {
    const { bytes, at } = this
    this.start = at + 3
    this.end = count === undefined ? this.find(QUOTE, this.start) : this.start + count
    if (bytes[at] !== QUOTE || bytes[this.end] !== QUOTE) throw new OtherTextError()
    this.at = this.end + 1
  }

  /** Passes a string without a comma or a bracket, a number, a boolean or null. */
  scalar(): void {
    const { bytes } = this
    let { at } = this
    while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== CLOSE_OBJECT) at++
    this.at = at
  }

  /** Passes the rest of an object of scalars. */
  endOfObject(): void {
    this.at = this.find(CLOSE_OBJECT, this.at) + 1
  }

  /** Passes a list, and reads each of its items. */
  list(read: (index: number) => void): void {
    this.#expectByte(OPEN_LIST)
    if (this.bytes[this.at] !== CLOSE_LIST) {
      let index = 0
      do read(index++)
      while (this.takeComma())
    }
    this.#expectByte(CLOSE_LIST)
  }

  /** @throws {OtherTextError} if the byte does not occur from there on */
  find(byte: number, from: number): number {
    const { bytes } = this
    for (let at = from; at < bytes.length; at++) if (bytes[at] === byte) return at
    throw new OtherTextError()
  }

  #expectByte(byte: number): void {
    if (this.bytes[this.at++] !== byte) throw new OtherTextError()
  }
}
