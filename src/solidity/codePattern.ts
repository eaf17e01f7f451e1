import { instructionsOf } from './instructions.ts'

const PUSH20 = 0x73
const PUSH32 = 0x7f

/** What the compiler writes where the address of a library will be: 20 bytes, as 40 characters. */
const PLACEHOLDER = /__.{38}/g

/**
 * The code of a contract as its compiler writes it. What is known only when it is deployed is left open: immutable variables
 * and addresses of libraries.
 */
export class CodePattern {
  readonly bytes: Uint8Array
  readonly #text: string
  /** between what is open */
  #fixed: readonly (readonly [start: number, end: number])[] | undefined

  private constructor(text: string) {
    this.#text = text
    this.bytes = Buffer.from(text.replace(PLACEHOLDER, '0'.repeat(40)), 'hex')
  }

  /** @returns undefined if it is no code, or empty, as that of an interface is */
  static read(hex: unknown): CodePattern | undefined {
    if (typeof hex !== 'string') return undefined
    const text = hex.startsWith('0x') ? hex.slice(2) : hex
    const isCode = text !== '' && /^(?:[\da-f]{2})+$/i.test(text.replace(PLACEHOLDER, '00'))
    return isCode ? new CodePattern(text) : undefined
  }

  /** Whether the code of a contract is this. */
  matches(code: Uint8Array): boolean {
    return code.length === this.bytes.length && this.#fits(code)
  }

  /** Whether code that creates a contract begins with this; the arguments of the constructor follow. */
  begins(code: Uint8Array): boolean {
    return code.length >= this.bytes.length && this.#fits(code)
  }

  #fits(code: Uint8Array): boolean {
    this.#fixed ??= fixedParts(this.bytes, this.#text)
    return this.#fixed.every(
      ([start, end]) =>
        Buffer.compare(this.bytes.subarray(start, end), code.subarray(start, end)) === 0,
    )
  }
}

/** Not all compilers say where immutable variables are: they push 32 zeros in their place. */
function fixedParts(bytes: Uint8Array, text: string): readonly (readonly [number, number])[] {
  const open: [number, number][] = [...text.matchAll(PLACEHOLDER)].map(({ index }) => [
    index / 2,
    index / 2 + 20,
  ])
  // A library compares its own address, which it has as its first operand.
  if (bytes[0] === PUSH20 && isZero(bytes, 1, 21)) open.push([1, 21])
  for (const pc of instructionsOf(bytes)) {
    if (bytes[pc] === PUSH32 && isZero(bytes, pc + 1, pc + 33)) open.push([pc + 1, pc + 33])
  }
  open.sort(([one], [other]) => one - other)
  const fixed: [number, number][] = []
  let start = 0
  for (const [from, to] of open) {
    if (from > start) fixed.push([start, from])
    start = Math.max(start, to)
  }
  fixed.push([start, bytes.length])
  return fixed
}

function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  return end <= bytes.length && bytes.subarray(start, end).every((byte) => byte === 0)
}
