// RLP encoding (Yellow Paper, appendix B). It is several times as fast as @ethereumjs/rlp: it adds up the lengths
// first, so that every byte is written once, into its final place. `readRlp.ts` reads, with the heads of this file.

/** A byte string, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[]

export function encodeRlp(item: RlpItem): Uint8Array {
  const encoded = new Uint8Array(encodedLength(item))
  write(encoded, 0, item)
  return encoded
}

/** Encodes a list whose items are encoded already. */
export function encodeRlpList(encodedItems: readonly Uint8Array[]): Uint8Array {
  let payload = 0
  for (const item of encodedItems) payload += item.length
  const encoded = new Uint8Array(headerLength(payload) + payload)
  let at = writeHeader(encoded, 0, payload, LIST)
  for (const item of encodedItems) {
    encoded.set(item, at)
    at += item.length
  }
  return encoded
}

/** What the first byte of a head adds to: that of a byte string, and that of a list. */
export const STRING = 0x80
export const LIST = 0xc0

/** The encoding of no bytes. */
export const EMPTY_STRING = Uint8Array.of(STRING)

/** The encoding of an empty list. */
export const EMPTY_LIST = Uint8Array.of(LIST)

/** The longest content, in bytes, whose length is part of the first byte of the head. */
export const LENGTH_MAX = 55

function encodedLength(item: RlpItem): number {
  const payload = payloadLength(item)
  return isSingleByte(item) ? 1 : headerLength(payload) + payload
}

function payloadLength(item: RlpItem): number {
  if (item instanceof Uint8Array) return item.length
  let length = 0
  for (const each of item) length += encodedLength(each)
  return length
}

/** A byte below 0x80 is its own encoding. */
export function isSingleByte(item: RlpItem): boolean {
  return item.length === 1 && item instanceof Uint8Array && (item[0] as number) < STRING
}

/** @returns the offset of the next item */
function write(target: Uint8Array, at: number, item: RlpItem): number {
  if (item instanceof Uint8Array) {
    const start = isSingleByte(item) ? at : writeHeader(target, at, item.length, STRING)
    target.set(item, start)
    return start + item.length
  }
  let next = writeHeader(target, at, payloadLength(item), LIST)
  for (const each of item) next = write(target, next, each)
  return next
}

/** For a longer content, the first byte says how many bytes of length follow. */
export function headerLength(payload: number): number {
  if (payload <= LENGTH_MAX) return 1
  let length = 1
  for (let rest = payload; rest > 0; rest = Math.floor(rest / 256)) length++
  return length
}

/**
 * Writes the head of an item.
 *
 * @param payload the length of its content
 * @returns the offset after the head
 */
export function writeHeader(
  target: Uint8Array,
  at: number,
  payload: number,
  kind: typeof STRING | typeof LIST,
): number {
  const length = headerLength(payload)
  if (length === 1) {
    target[at] = kind + payload
    return at + 1
  }
  target[at] = kind + LENGTH_MAX + length - 1
  for (let slot = at + length - 1, rest = payload; slot > at; slot--) {
    target[slot] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return at + length
}

/** The head of an item: what it is, and where its content begins and ends. */
export interface RlpHead {
  readonly isList: boolean
  readonly start: number
  readonly end: number
}

type MutableHead = { -readonly [Name in keyof RlpHead]: RlpHead[Name] }

/**
 * Reads the head of the item that begins at `at`, without checks: the item may end after the bytes, and its end is NaN
 * if the bytes end within the head.
 *
 * @param head takes the result, so that a loop over many items needs no object for each
 */
export function headAt(
  bytes: Uint8Array,
  at: number,
  head: MutableHead = { isList: false, start: 0, end: 0 },
): RlpHead {
  const first = bytes[at] as number
  head.isList = first >= LIST
  head.start = at + 1
  if (first < STRING) {
    head.start = at
    head.end = at + 1
    return head
  }
  const code = first - (head.isList ? LIST : STRING)
  if (code <= LENGTH_MAX) {
    head.end = at + 1 + code
    return head
  }
  let length = 0
  head.start = at + 1 + code - LENGTH_MAX
  for (let digit = at + 1; digit < head.start; digit++) {
    length = length * 256 + (bytes[digit] as number)
  }
  head.end = head.start + length
  return head
}

/** Whether bytes are a list, as those of a legacy transaction are; those of others begin with their type (EIP-2718). */
export function isRlpList(bytes: Uint8Array): boolean {
  return (bytes[0] ?? 0) >= LIST
}
