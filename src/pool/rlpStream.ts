import { headAt, isSingleByte, LENGTH_MAX } from '../primitives/rlp.ts'
import { PoolError } from './poolError.ts'

/** What an RLP item is: a byte below 0x80, which is its own encoding, or a string or list with a length. */
type RlpKind = 'byte' | 'string' | 'list'

export interface StreamHead {
  readonly kind: RlpKind
  /** in bytes: of the content after the length; 0 for a byte */
  readonly size: number
}

const problems = {
  canonicalSize: 'non-canonical size information',
  elementTooLarge: 'element is larger than containing list',
  valueTooLarge: 'value size exceeds available input length',
} as const

/** An error that names no type (geth, rlp/decode.go). */
export function rlpError(problem: string): PoolError {
  return new PoolError('INVALID_ENCODING', `rlp: ${problem}`)
}

/** An error about a value of a type, which the structs around it complete with its path. */
export class RlpTypeError extends Error {
  readonly #problem: string
  readonly #type: string
  readonly #path: string[] = []

  constructor(problem: string, type: string) {
    super(problem)
    this.#problem = problem
    this.#type = type
  }

  /** @param part of the path, the innermost first */
  within(part: string): this {
    this.#path.unshift(part)
    return this
  }

  /** @param struct into which all is decoded */
  toPoolError(struct: string): PoolError {
    const path = this.#path.length === 0 ? '' : `, decoding into (${struct})${this.#path.join('')}`
    return rlpError(`${this.#problem} for ${this.#type}${path}`)
  }
}

/**
 * Reads RLP piece by piece, and finds the same errors in the same order as geth's decoder (rlp/decode.go), because
 * clients see its messages.
 */
export class RlpStream {
  readonly #bytes: Uint8Array
  #at = 0
  /** in bytes: what the lists have left that are being read, the innermost last */
  readonly #left: number[] = []
  /** of the item that comes next, if it has been read */
  #head: StreamHead | undefined

  /** @param bytes one item */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The offset of what is read next. */
  get offset(): number {
    return this.#at
  }

  /** Whether the list that is being read has no more items. */
  get isAtEnd(): boolean {
    return this.#head === undefined && this.#left.at(-1) === 0
  }

  /** The head of the next item, which is not consumed. @param type for the error about its size */
  head(type?: string): StreamHead {
    if (this.#head !== undefined) return this.#head
    // geth compares with what the list has left before the head.
    const left = this.#left.at(-1)
    const head = this.#readHead(type)
    if (left !== undefined && head.size > left) throw rlpError(problems.elementTooLarge)
    if (head.size > this.#bytes.length - this.#at) throw rlpError(problems.valueTooLarge)
    this.#head = head
    return head
  }

  /** Begins to read a list. @returns its size in bytes */
  list(type: string): number {
    const { kind, size } = this.head(type)
    if (kind !== 'list') throw new RlpTypeError('expected input list', type)
    this.#head = undefined
    const outer = this.#left.length - 1
    if (outer >= 0) {
      const left = (this.#left[outer] as number) - size
      // geth's counter has 64 bits and no sign, so a list that is larger than the outer one makes that endless.
      this.#left[outer] = left < 0 ? left + 2 ** 64 : left
    }
    this.#left.push(size)
    return size
  }

  listEnd(type: string): void {
    if (!this.isAtEnd) throw new RlpTypeError('input list has too many elements', type)
    this.#left.pop()
  }

  /** Reads a string. @returns a view */
  bytes(type: string): Uint8Array {
    const { kind } = this.head(type)
    if (kind === 'list') throw new RlpTypeError('expected input string or byte', type)
    const content = this.take()
    if (kind === 'string' && isSingleByte(content)) {
      throw new RlpTypeError(problems.canonicalSize, type)
    }
    return content
  }

  /** Reads the content of an item that is no list, without further checks. @returns a view */
  take(): Uint8Array {
    const { kind, size } = this.head()
    this.#head = undefined
    if (kind === 'byte') return this.#bytes.subarray(this.#at - 1, this.#at)
    this.#consume(size)
    return this.#bytes.subarray(this.#at - size, this.#at)
  }

  #readHead(type: string | undefined): StreamHead {
    const at = this.#at
    this.#consume(1)
    const { isList, start, end } = headAt(this.#bytes, at)
    if (start === at) return { kind: 'byte', size: 0 }
    const size = end - start
    if (start > this.#at) {
      this.#consume(start - this.#at)
      if (size <= LENGTH_MAX || this.#bytes[at + 1] === 0) {
        throw type === undefined
          ? rlpError(problems.canonicalSize)
          : new RlpTypeError(problems.canonicalSize, type)
      }
    }
    return { kind: isList ? 'list' : 'string', size }
  }

  #consume(count: number): void {
    const list = this.#left.length - 1
    const left = this.#left[list]
    if (left !== undefined) {
      if (count > left) throw rlpError(problems.elementTooLarge)
      this.#left[list] = left - count
    }
    if (count > this.#bytes.length - this.#at) throw rlpError(problems.valueTooLarge)
    this.#at += count
  }
}
