/** The position of an RLP item: its content begins at `start`, and the item ends before `end`. */
export interface RlpExtent {
  readonly isList: boolean
  readonly start: number
  readonly end: number
}

/**
 * Reads the length of the item that begins at `at`, but not its content, so that scanning the items of a large file is
 * cheap. The item may end past the end of the bytes.
 *
 * @throws {RangeError} if the bytes end within the length
 */
export function rlpExtent(bytes: Uint8Array, at: number): RlpExtent {
  const first = bytes[at]
  if (first === undefined) throw new RangeError('the bytes end before the item')
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
 * Whether bytes contain at most `limit` RLP items, including those within lists. A decoded one-byte item takes a
 * hundred times its size in memory; counting allocates nothing. Bytes that are not valid RLP are counted up to the
 * first error.
 */
export function hasAtMostItems(bytes: Uint8Array, limit: number): boolean {
  let count = 0
  for (let at = 0; at < bytes.length; count++) {
    if (count > limit) return false
    const first = bytes[at] as number
    // Continue inside a list, to count its items too.
    if (first >= 0xc0) at += first > 0xf7 ? first - 0xf6 : 1
    else if (first < 0x80) at++
    else at = endOfString(bytes, at)
  }
  return count <= limit
}

function endOfString(bytes: Uint8Array, at: number): number {
  try {
    return rlpExtent(bytes, at).end
  } catch {
    return bytes.length
  }
}
