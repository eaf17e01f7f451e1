import fc from 'fast-check'
import type { AbiParameter } from '../../../src/explorer/decode/abi.ts'

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

const leaves = [
  { type: 'uint256', value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }) },
  { type: 'uint8', value: fc.bigInt({ min: 0n, max: 255n }) },
  { type: 'int256', value: fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n }) },
  { type: 'int128', value: fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }) },
  { type: 'int16', value: fc.bigInt({ min: -(2n ** 15n), max: 2n ** 15n - 1n }) },
  { type: 'bool', value: fc.boolean() },
  { type: 'address', value: hex(20) },
  { type: 'bytes32', value: hex(32) },
  { type: 'bytes4', value: hex(4) },
  { type: 'bytes', value: fc.nat(70).chain(hex) },
  { type: 'string', value: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { type: 'string', value: fc.string({ maxLength: 3 }).map((text) => `\0${text}\0`) },
] as const

/** A parameter and a value of it. */
export interface Typed {
  readonly parameter: AbiParameter
  readonly value: unknown
}

/** Parameters of any type and values of them, as texts, numbers, booleans, and lists of them; tuples are lists, too. */
export const typed: fc.Arbitrary<Typed> = fc.letrec<{ any: Typed }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...leaves).chain(({ type, value }) =>
      (value as fc.Arbitrary<unknown>).map((each) => ({
        parameter: { name: 'a', type },
        value: each,
      })),
    ),
    tie('any').chain(({ parameter, value }) =>
      fc.record({ length: fc.nat(3), isFixed: fc.boolean() }).map(({ length, isFixed }) => ({
        parameter: {
          ...parameter,
          type: `${parameter.type}[${isFixed && length > 0 ? length : ''}]`,
        },
        value: Array.from({ length }, () => value),
      })),
    ),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((members) => ({
      // Nothing forbids that names are the same, or mean something in JavaScript.
      parameter: {
        name: 'a',
        type: 'tuple',
        components: members.map(({ parameter }) => ({ ...parameter, name: '__proto__' })),
      },
      value: members.map(({ value }) => value),
    })),
  ),
})).any
