/** Where an RLP item stands in bytes: its content begins at `start`, and the item ends at `end`. */
export interface RlpExtent {
  readonly isList: boolean
  readonly start: number
  readonly end: number
}

/**
 * Reads the length of the item that begins at `at`, and nothing of what is in it: finding the items of a large file
 * costs next to nothing that way. The end may lie behind that of the bytes.
 *
 * @throws {RangeError} where the bytes end within the length
 */
export function rlpExtent(bytes: Uint8Array, at: number): RlpExtent {
  const first = bytes[at]
  if (first === undefined) throw new RangeError('there is no item')
  if (first < 0x80) return { isList: false, start: at, end: at + 1 }
  const isList = first >= 0xc0
  const code = first - (isList ? 0xc0 : 0x80)
  if (code <= 55) return { isList, start: at + 1, end: at + 1 + code }
  const start = at + 1 + code - 55
  if (start > bytes.length) throw new RangeError('the bytes end within a length')
  let length = 0
  for (let digit = at + 1; digit < start; digit++) length = length * 256 + (bytes[digit] as number)
  return { isList, start, end: start + length }
}

/**
 * Whether bytes have at most so many RLP items, those within lists counted as well. Decoding takes a hundred times the
 * memory of an item of one byte, counting takes none. Bytes that are not RLP are counted up to where they are wrong.
 */
export function hasFewItems(bytes: Uint8Array, most: number): boolean {
  let count = 0
  for (let at = 0; at < bytes.length; count++) {
    if (count > most) return false
    const first = bytes[at] as number
    // A list is stepped into, and every item in it counted.
    if (first >= 0xc0) at += first > 0xf7 ? first - 0xf6 : 1
    else if (first < 0x80) at++
    else at = endOfString(bytes, at)
  }
  return count <= most
}

function endOfString(bytes: Uint8Array, at: number): number {
  try {
    return rlpExtent(bytes, at).end
  } catch {
    return bytes.length
  }
}
