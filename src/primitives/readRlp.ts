import { headAt, type RlpHead, type RlpItem } from './rlp.ts'

/**
 * Reads RLP that we wrote ourselves (Yellow Paper, appendix B) without checking it. Use @ethereumjs/rlp, which checks,
 * for RLP from elsewhere.
 *
 * @returns views of the bytes, not copies
 */
export function readRlp(bytes: Uint8Array): RlpItem {
  // Views of a Buffer are Buffers, which `toHex` converts without wrapping.
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return contentOf(buffer, headAt(buffer, 0))
}

function contentOf(bytes: Buffer, { isList, start, end }: RlpHead): RlpItem {
  if (!isList) return bytes.subarray(start, end)
  const items: RlpItem[] = []
  for (let at = start; at < end; ) {
    const head = headAt(bytes, at)
    items.push(contentOf(bytes, head))
    at = head.end
  }
  return items
}

/**
 * Walks over the items of RLP that we wrote ourselves, without checking it and without an object for each item. It is
 * several times as fast as `readRlp` where only the positions of items are needed.
 */
export class RlpCursor implements RlpHead {
  readonly bytes: Uint8Array
  isList = false
  start = 0
  end = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Moves to the item that begins at an offset. After the last byte there is an empty one. */
  moveTo(offset: number): void {
    if (offset < this.bytes.length) headAt(this.bytes, offset, this)
    else {
      // Not NaN, as of a missing byte: V8 would compile code for integers again and again.
      this.isList = false
      this.start = offset
      this.end = offset
    }
  }

  /** Moves to the item after the current one. */
  next(): void {
    this.moveTo(this.end)
  }

  /**
   * Where the items of the list that begins at an offset begin and end, without their prefixes: two numbers for each.
   *
   * @param offset of the list
   */
  spansAt(offset: number): number[] {
    this.moveTo(offset)
    const { end } = this
    const spans: number[] = []
    for (let at = this.start; at < end; at = this.end) {
      this.moveTo(at)
      spans.push(this.start, this.end)
    }
    return spans
  }

  /**
   * Where the items of the list that begins at an offset begin, with their prefixes.
   *
   * @param offset of the list
   */
  itemsAt(offset: number): number[] {
    this.moveTo(offset)
    const { end } = this
    const items: number[] = []
    for (let at = this.start; at < end; at = this.end) {
      items.push(at)
      this.moveTo(at)
    }
    return items
  }
}

/**
 * Reads the head of an item of RLP from elsewhere, but not its content, so that scanning the items of a large file is
 * cheap. The item may end past the end of the bytes.
 *
 * @throws {RangeError} if the bytes end within the head
 */
export function requireHeadAt(bytes: Uint8Array, at: number): RlpHead {
  if (!(at < bytes.length)) throw new RangeError('the bytes end before the item')
  const head = headAt(bytes, at)
  if (head.start > bytes.length) throw new RangeError('the bytes end within a length')
  return head
}

/**
 * The encodings of the items of a list from elsewhere, one after the other. Their contents are not read.
 *
 * @param list the encoding of a list
 * @throws {RangeError} if an item ends after the list
 */
export function* encodedItems(list: Uint8Array): Generator<Uint8Array> {
  const { start, end } = requireHeadAt(list, 0)
  for (let at = start; at < end; ) {
    const next = requireHeadAt(list, at).end
    if (next > end) throw new RangeError('an item ends after its list')
    yield list.subarray(at, next)
    at = next
  }
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
    const { isList, start, end } = headAt(bytes, at)
    // Continue inside a list, to count its items too. Where the bytes end within the head, the end is NaN.
    at = isList ? start : end
  }
  return count <= limit
}
