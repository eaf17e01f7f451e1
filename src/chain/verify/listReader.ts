import { RLP } from '@ethereumjs/rlp'
import { type Hex, toBigInt, toHex } from '../../primitives/hex.ts'
import { Violation } from './finding.ts'

/** An RLP item: bytes, or a list of items. */
export type Item = Uint8Array | Item[]

const CANONICAL = 'each value has exactly one encoding (Yellow Paper, appendix B)'

/**
 * Decodes untrusted RLP.
 *
 * @throws {Violation} if the bytes are truncated, or not the canonical encoding of a value
 */
export function decodeRlp(field: string, bytes: Uint8Array): Item {
  try {
    return RLP.decode(bytes) as Item
  } catch (error) {
    // This includes the stack overflow of deeply nested lists.
    const problem = error instanceof Error ? error.message : String(error)
    throw new Violation(field, `malformed (${problem})`, 'canonical RLP', CANONICAL)
  }
}

/** @throws {Violation} if the item is bytes */
export function requireList(field: string, item: Item): Item[] {
  if (item instanceof Uint8Array) {
    throw new Violation(field, `${item.length} bytes`, 'a list', 'the protocol has a list here')
  }
  return item
}

/** @throws {Violation} if the item is a list, or has another length */
export function requireBytes(field: string, item: Item, length: number): Uint8Array {
  if (!(item instanceof Uint8Array)) {
    throw new Violation(field, 'a list', `${length} bytes`, 'the protocol has bytes here')
  }
  if (item.length !== length) {
    throw new Violation(
      field,
      `${item.length} bytes`,
      `${length} bytes`,
      'the field has a fixed length (Yellow Paper 4.3)',
    )
  }
  return item
}

/** Reads the named fields of an RLP list in order. */
export class ListReader {
  readonly #path: string
  readonly #prefix: string
  readonly #items: Item[]
  #next = 0

  /**
   * @param path of the list itself
   * @param prefix for the names of its fields
   * @throws {Violation} if the item is not a list
   */
  constructor(path: string, item: Item, prefix = `${path}.`) {
    this.#path = path
    this.#prefix = prefix
    this.#items = requireList(path, item)
  }

  /** A field of any length, or of a fixed length. */
  bytes(name: string, length?: number): Uint8Array {
    const item = this.#take(name)
    if (length !== undefined) return requireBytes(this.#prefix + name, item, length)
    if (item instanceof Uint8Array) return item
    throw new Violation(this.#prefix + name, 'a list', 'bytes', 'the protocol has bytes here')
  }

  hex(name: string, length: number): Hex {
    return toHex(this.bytes(name, length))
  }

  /** An unsigned integer of bounded size, without leading zeros. */
  uint(name: string, lengthMax: number): bigint {
    const bytes = this.bytes(name)
    if (bytes.length > lengthMax) {
      throw new Violation(
        this.#prefix + name,
        `${bytes.length} bytes`,
        `at most ${lengthMax} bytes`,
        `the field is an integer of ${8 * lengthMax} bits`,
      )
    }
    if (bytes[0] === 0) {
      throw new Violation(this.#prefix + name, toHex(bytes), 'without leading zeros', CANONICAL)
    }
    return toBigInt(bytes)
  }

  list(name: string): Item[] {
    return requireList(this.#prefix + name, this.#take(name))
  }

  /** @throws {Violation} if the list has more items */
  end(): void {
    if (this.#next < this.#items.length) {
      throw new Violation(
        this.#path,
        `a list of ${this.#items.length}`,
        `a list of ${this.#next}`,
        'there is no more in it under this fork',
      )
    }
  }

  #take(name: string): Item {
    const item = this.#items[this.#next]
    if (item === undefined) {
      throw new Violation(
        this.#prefix + name,
        'absent',
        'present',
        'it has this field under this fork',
      )
    }
    this.#next++
    return item
  }
}
