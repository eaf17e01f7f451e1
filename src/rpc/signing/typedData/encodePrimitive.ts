import { show } from '../../../primitives/input.ts'
import { keccak256 } from '../../../primitives/keccak.ts'
import { TypedDataError } from './typedDataError.ts'

const BYTES = 32

type Encode = (value: unknown) => Uint8Array | undefined

/** How each primitive type is encoded in 32 bytes; undefined for a value that does not fit. */
const encoders: ReadonlyMap<string, Encode> = new Map([
  ['address', (value) => padded(dataOf(value, 20), 'left')],
  ['bool', (value) => (typeof value === 'boolean' ? wordOf(value ? 1n : 0n) : undefined)],
  ['string', (value) => (typeof value === 'string' ? keccakOf(Buffer.from(value)) : undefined)],
  ['bytes', (value) => keccakOf(dataOf(value))],
  ...integers('uint', 256),
  ...integers('int', 256),
  ...Array.from({ length: BYTES }, (_, index): [string, Encode] => [
    `bytes${index + 1}`,
    (value) => padded(dataOf(value, index + 1), 'right'),
  ]),
] satisfies [string, Encode][])

export function isPrimitive(type: string): boolean {
  return encoders.has(type)
}

/**
 * Encodes a value in 32 bytes; text and bytes of any length as their hash.
 *
 * @param at where the value is, for the error
 * @throws {TypedDataError} if the value does not fit the type
 */
export function encodePrimitive(type: string, value: unknown, at: string): Uint8Array {
  const encoded = encoders.get(type)?.(value)
  if (encoded !== undefined) return encoded
  throw new TypedDataError(at, `provided data ${show(value)} doesn't match type '${type}'`)
}

/** `uint8` to `uint256`, and `uint`; the same for `int`. */
function integers(name: 'int' | 'uint', bitsMax: number): [string, Encode][] {
  const isSigned = name === 'int'
  const sizes = Array.from({ length: bitsMax / 8 }, (_, index) => 8 * (index + 1))
  const encode = (bits: number) => (value: unknown) => {
    const number = integerOf(value)
    if (number === undefined) return undefined
    const fits = (isSigned ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number)) === number
    return fits ? wordOf(number) : undefined
  }
  return [
    [name, encode(bitsMax)],
    ...sizes.map((bits): [string, Encode] => [`${name}${bits}`, encode(bits)]),
  ]
}

/** A number as JSON has it, or as text: decimal or hex, of no more digits than 256 bits take. */
function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string') return undefined
  const [, minus, digits] = /^(-?)(\d{1,78}|0[xX][0-9a-fA-F]{1,64})$/.exec(value) ?? []
  if (digits === undefined) return undefined
  return minus === '-' ? -BigInt(digits) : BigInt(digits)
}

/** In two's complement. */
function wordOf(number: bigint): Uint8Array {
  const digits = BigInt.asUintN(256, number).toString(16)
  return Buffer.from(digits.padStart(2 * BYTES, '0'), 'hex')
}

/** @param length default: any */
function dataOf(value: unknown, length?: number): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length % 2 === 1) return undefined
  if (!/^0x[0-9a-f]*$/i.test(value)) return undefined
  const data = Buffer.from(value.slice(2), 'hex')
  return length === undefined || data.length === length ? data : undefined
}

function padded(data: Uint8Array | undefined, side: 'left' | 'right'): Uint8Array | undefined {
  if (data === undefined) return undefined
  const word = new Uint8Array(BYTES)
  word.set(data, side === 'left' ? BYTES - data.length : 0)
  return word
}

function keccakOf(data: Uint8Array | undefined): Uint8Array | undefined {
  return data && keccak256(data)
}
