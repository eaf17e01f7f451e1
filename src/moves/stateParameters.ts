import * as v from 'valibot'
import { type Hex, toQuantity } from '../primitives/hex.ts'
import { either, hexText, show, wholeNumber } from '../primitives/input.ts'
import type { Parameter } from './move.ts'

// The parameters of moves that change the state by hand: of methods in code, and of those of other tools, where numbers
// are QUANTITY.

const problemOf =
  (wanted: string) =>
  ({ input }: { readonly input: unknown }) =>
    `${show(input)} is not ${wanted}`

const hex = (pattern: RegExp, wanted: string) => hexText(pattern, problemOf(wanted))

export const address: Parameter<Hex> = {
  name: 'address',
  description: '20 bytes in hex.',
  schema: hex(/^0x[0-9a-fA-F]{40}$/, 'an address, 20 bytes in hex'),
}

export const code: Parameter<Hex> = {
  name: 'code',
  description: 'In hex; empty for an account without code.',
  schema: hex(/^0x(?:[0-9a-fA-F]{2})*$/, 'code in hex'),
}

/** Bytes in hex. */
export function data(name: string, description: string): Parameter<Hex> {
  return { name, description, schema: hex(/^0x(?:[0-9a-fA-F]{2})*$/, 'bytes in hex') }
}

/** 32 bytes in hex. */
export function word(name: string, description: string): Parameter<Hex> {
  return { name, description, schema: hex(/^0x[0-9a-fA-F]{64}$/, '32 bytes in hex') }
}

const UINT256_MAX = 2n ** 256n - 1n

/** A number of at most 32 bytes, in code. */
export function uint256(name: string, description: string): Parameter<bigint> {
  return {
    name,
    description,
    schema: v.custom<bigint>(
      (value) => typeof value === 'bigint' && value >= 0n && value <= UINT256_MAX,
      problemOf('a bigint from 0 to 2^256 - 1'),
    ),
  }
}

const hexQuantity = hex(/^0x[0-9a-fA-F]{1,64}$/, 'a number in hex, of at most 32 bytes')

const noQuantity = problemOf('a number of at most 32 bytes, in hex or in decimal digits')

function isQuantity(value: unknown): value is number | string {
  if (typeof value === 'number') return value >= 0 && Number.isSafeInteger(value)
  if (typeof value !== 'string' || !/^(?:0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) return false
  return BigInt(value) <= UINT256_MAX
}

/** What is wrong with a value that is no quantity. */
function quantityProblem({ input }: { readonly input: unknown }): string {
  const isRounded = Number.isInteger(input) && Number(input) > Number.MAX_SAFE_INTEGER
  if (!isRounded) return noQuantity({ input })
  return `${input} may have been rounded: send it in hex, or as a string of digits`
}

// It is no union, because the decoders of those read every number as one of JavaScript.
const anyQuantity = v.pipe(
  v.unknown(),
  v.check(isQuantity, quantityProblem),
  v.transform((value) => toQuantity(BigInt(value as number | string))),
)

/** The same as other programs send it: in hex, in decimal digits, or as a number. */
export function quantity(name: string, description: string): Parameter<Hex> {
  return { name, description, schema: anyQuantity, described: hexQuantity }
}

/** A number of at most 32 bytes in a scenario: in hex, or as a number up to 2^53 - 1. */
export type Amount = number | Hex

export const amount: v.GenericSchema<unknown, Amount> = either(
  (value) => typeof value === 'number',
  wholeNumber(0),
  hexQuantity,
)
