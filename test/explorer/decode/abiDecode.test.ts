import fc from 'fast-check'
import { type AbiParameter, encodeAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../src/explorer/decode/abi.ts'
import { type AbiValue, decodeParameters } from '../../../src/explorer/decode/abiDecode.ts'

const hex = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

const leaves = [
  { type: 'uint256', value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }) },
  { type: 'int256', value: fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n }) },
  { type: 'int128', value: fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }) },
  { type: 'bool', value: fc.boolean() },
  { type: 'address', value: hex(20) },
  { type: 'bytes32', value: hex(32) },
  { type: 'bytes4', value: hex(4) },
  { type: 'bytes', value: fc.nat(70).chain(hex) },
  { type: 'string', value: fc.string({ unit: 'grapheme', maxLength: 40 }) },
] as const

/** A parameter and a value of it, as lists of texts, numbers and booleans. */
const typed: fc.Arbitrary<{ parameter: AbiParameter; value: unknown }> = fc.letrec<{
  any: { parameter: AbiParameter; value: unknown }
}>((tie) => ({
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
      parameter: {
        name: 'a',
        type: 'tuple',
        components: members.map(({ parameter }, index) => ({ ...parameter, name: `m${index}` })),
      },
      value: Object.fromEntries(members.map(({ value }, index) => [`m${index}`, value])),
    })),
  ),
})).any

/** A decoded value as viem takes it. */
function plain(value: AbiValue): unknown {
  if (typeof value !== 'object') return value
  if ('members' in value) {
    return Object.fromEntries(value.members.map((each) => [each.name, plain(each.value)]))
  }
  return value.map(plain)
}

describe('decodeParameters', () => {
  it('decodes what viem encodes', () => {
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 4 }), (given) => {
        const parameters = given.map(({ parameter }) => parameter)
        const values = given.map(({ value }) => value)
        const encoded = encodeAbiParameters(parameters, values)
        const decoded = decodeParameters(parameters, bytesOf(encoded))
        expect(decoded.map(({ value }) => plain(value))).toEqual(values)
      }),
      { numRuns: 300 },
    )
  })

  it('ends with an error or a result for any bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 400 })
    fc.assert(
      fc.property(typed, bytes, ({ parameter }, data) => {
        try {
          decodeParameters([parameter], data)
        } catch (error) {
          expect((error as Error).message).toMatch(/the data|an offset/)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('refuses lists that all have the same lists as elements', () => {
    const word = (value: number) => value.toString(16).padStart(64, '0')
    // Both elements of each list are the list that follows, so 40 levels are 2^40 values.
    const level = word(2) + word(64) + word(64)
    const data = bytesOf(`0x${word(32)}${level.repeat(40)}`)
    const parameter = { type: `uint256${'[]'.repeat(40)}` }
    expect(() => decodeParameters([parameter], data)).toThrow('the data has more than 2000 values')
  })

  it('refuses a length that the data cannot have', () => {
    const data = bytesOf(`0x${'20'.padStart(64, '0')}${'f'.repeat(64)}`)
    expect(() => decodeParameters([{ type: 'string' }], data)).toThrow('past the end')
  })
})
