import { AbiCoder, ParamType } from 'ethers'
import fc from 'fast-check'
import { encodeAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { type AbiValue, decodeParameters } from '../../../src/explorer/decode/abiDecode.ts'
import { typed } from '../support/abiValues.ts'

/** A decoded value as it was given. */
function plain(value: AbiValue): unknown {
  if (typeof value !== 'object') return value
  if ('members' in value) return value.members.map((each) => plain(each.value))
  return value.map(plain)
}

const word = (value: number | bigint) => value.toString(16).padStart(64, '0')

describe('decodeParameters', () => {
  it('decodes what ethers and viem encode', () => {
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 4 }), (given) => {
        const parameters = given.map(({ parameter }) => parameter)
        const values = given.map(({ value }) => value)
        const encoded = AbiCoder.defaultAbiCoder().encode(
          parameters.map((each) => ParamType.from(each)),
          values,
        )
        expect(encodeAbiParameters(parameters, values)).toBe(encoded)
        const decoded = decodeParameters(parameters, encoded)
        expect(decoded.map(({ value }) => plain(value))).toEqual(values)
      }),
      { numRuns: 300 },
    )
  })

  it('names each member of a tuple, whatever the names are', () => {
    const components = ['__proto__', 'length', '', '', 'same', 'same'].map((name) => ({
      name,
      type: 'uint8',
    }))
    const data = `0x${[1, 2, 3, 4, 5, 6].map(word).join('')}`
    const [decoded] = decodeParameters([{ type: 'tuple', components }], data)
    const members = components.map((each, index) => ({ ...each, value: BigInt(index + 1) }))
    expect(decoded).toEqual({ name: '', type: 'tuple', value: { members } })
  })

  it('shows the whole word of a number that does not fit its type', () => {
    const value = 2n ** 255n + 1n
    expect(decodeParameters([{ type: 'uint8' }], `0x${word(value)}`)).toMatchObject([{ value }])
  })

  it('ends with an error or a result for any bytes', () => {
    const bytes = fc
      .uint8Array({ maxLength: 400 })
      .map((each) => `0x${Buffer.from(each).toString('hex')}`)
    fc.assert(
      fc.property(typed, bytes, ({ parameter }, data) => {
        try {
          decodeParameters([parameter], data)
        } catch (error) {
          expect((error as Error).message).toMatch(/^the data does not have the format \(.*\)$/)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('refuses lists that all have the same lists as elements', () => {
    // Both elements of each list are the list that follows, so 30 levels are 2^30 values.
    const level = word(2) + word(64) + word(64)
    const type = `uint256${'[]'.repeat(30)}`
    const data = `0x${word(32)}${level.repeat(30)}`
    expect(() => decodeParameters([{ type }], data)).toThrow(
      `the data does not have the format (${type})`,
    )
  })

  it('refuses long bytes that are the elements of many lists', () => {
    const elements = word(32 * 500).repeat(500)
    const data = `0x${word(32)}${word(500)}${elements}${word(40_000)}${'ab'.repeat(40_000)}`
    let problem: unknown
    try {
      decodeParameters([{ type: 'bytes[]' }], data)
    } catch (error) {
      problem = error
    }
    expect(problem).toMatchObject({
      message: 'the data does not have the format (bytes[])',
      cause: { message: 'the same bytes are read again and again' },
    })
  })

  it('refuses more values than anybody reads', () => {
    const data = `0x${word(32)}${word(2_000)}${word(1).repeat(2_000)}`
    expect(() => decodeParameters([{ type: 'bool[]' }], data)).toThrow(
      'the data has more than 2000 values',
    )
  })

  it.each([
    ['a length that the data cannot have', 'string', word(32) + 'f'.repeat(64)],
    ['data that ends too early', 'uint256', '00'],
    ['no data', 'uint256', ''],
    ['a boolean that is neither', 'bool', word(2)],
  ])('refuses %s', (_, type, data) => {
    expect(() => decodeParameters([{ type }], `0x${data}`)).toThrow(
      `the data does not have the format (${type})`,
    )
  })

  it.each([
    ['uint256[0][4294967295]', 'uint256[0] has no values'],
    ['tuple[4294967295]', 'tuple is not a type of the ABI'],
    ['uint7', 'uint7 is not a type of the ABI'],
    ['bytes33', 'bytes33 is not a type of the ABI'],
    [`uint256${'[1]'.repeat(20_000)}`, 'want at most 32 lists and tuples in one another'],
  ])('refuses the type %.30s', (type, problem) => {
    expect(() => decodeParameters([{ type }], `0x${word(1)}`)).toThrow(problem)
  })
})
