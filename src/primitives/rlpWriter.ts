import { VALUES } from './hexDigits.ts'
import { headerLength, isSingleByte, LIST, STRING, writeHeader } from './rlp.ts'

const FIRST_BYTES = 1 << 16

/**
 * Writes RLP item by item into one buffer, without an array for each item. Lists are opened and closed; the head of one,
 * whose length is known only at its end, is put before it then.
 */
export class RlpWriter {
  #bytes = new Uint8Array(FIRST_BYTES)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** Forgets what was written after this length. */
  cut(length: number): void {
    this.#length = length
  }

  /** A byte string from a part of an ASCII text: its hex digits, which are not checked. */
  digits(text: Uint8Array, start: number, end: number): void {
    const count = (end - start + 1) >> 1
    this.#reserve(count)
    const target = this.#bytes
    const isOdd = ((end - start) & 1) === 1
    let from = start
    const first = isOdd ? valueAt(text, from) : (valueAt(text, from) << 4) | valueAt(text, from + 1)
    let at = this.#length
    if (count !== 1 || first >= STRING) at = writeHeader(target, at, count, STRING)
    if (count > 0) target[at++] = first
    for (from += isOdd ? 1 : 2; from < end; from += 2) {
      target[at++] = (valueAt(text, from) << 4) | valueAt(text, from + 1)
    }
    this.#length = at
  }

  /** A byte string. */
  string(content: Uint8Array): void {
    this.#reserve(content.length)
    if (!isSingleByte(content)) {
      this.#length = writeHeader(this.#bytes, this.#length, content.length, STRING)
    }
    this.encoded(content)
  }

  /** A part of some bytes that is RLP already. */
  encoded(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#reserve(end - start)
    const target = this.#bytes
    let at = this.#length
    if (end - start > 64) target.set(bytes.subarray(start, end), at)
    else for (let from = start; from < end; ) target[at++] = bytes[from++] as number
    this.#length += end - start
  }

  /** A byte as it is, such as the type in front of a transaction. */
  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** Begins a list, or a byte string that contains RLP: what is written up to `close` is its content. */
  open(): number {
    return this.#length
  }

  /** @param start what `open` returned */
  close(start: number, kind: typeof STRING | typeof LIST = LIST): void {
    const payload = this.#length - start
    const head = headerLength(payload)
    this.#reserve(head)
    this.#bytes.copyWithin(start + head, start, this.#length)
    writeHeader(this.#bytes, start, payload, kind)
    this.#length += head
  }

  /** What was written, valid until more is. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** @returns a copy of what was written since the last call */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  /** Room for some bytes and the head of an item. */
  #reserve(count: number): void {
    const needed = this.#length + count + HEAD_BYTES_MAX
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

const HEAD_BYTES_MAX = 9

function valueAt(text: Uint8Array, at: number): number {
  return VALUES[text[at] as number] as number
}
