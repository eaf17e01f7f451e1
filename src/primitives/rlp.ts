/**
 * RLP encoding (Yellow Paper, appendix B). It is several times as fast as @ethereumjs/rlp: it adds up the lengths
 * first, so that every byte is written once, into its final place.
 */

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

const STRING = 0x80
const LIST = 0xc0

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
function isSingleByte(item: RlpItem): boolean {
  return item.length === 1 && item instanceof Uint8Array && (item[0] as number) < 0x80
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

/** A length up to 55 is part of the first byte; above that, the first byte says how many bytes of length follow. */
function headerLength(payload: number): number {
  if (payload < 56) return 1
  let length = 1
  for (let rest = payload; rest > 0; rest = Math.floor(rest / 256)) length++
  return length
}

function writeHeader(target: Uint8Array, at: number, payload: number, kind: number): number {
  const length = headerLength(payload)
  if (length === 1) {
    target[at] = kind + payload
    return at + 1
  }
  target[at] = kind + 55 + length - 1
  for (let slot = at + length - 1, rest = payload; slot > at; slot--) {
    target[slot] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return at + length
}
