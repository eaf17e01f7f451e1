import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberIds } from '../../src/rpc/numberIds.ts'

/** The ways in which a client may write a number. */
const numberText = fc.oneof(
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.tuple(fc.integer(), fc.nat(400)).map(([mantissa, exponent]) => `${mantissa}e${exponent}`),
  fc.tuple(fc.integer(), fc.nat()).map(([whole, digits]) => `${whole}.${digits}0`),
)

const space = fc.stringMatching(/^[ \n\t\r]{0,2}$/)

/** Members other than the id, which contain ids, braces and quotes. */
const otherMembers = fc
  .dictionary(
    fc.string().filter((key) => key !== 'id'),
    fc.oneof(fc.jsonValue(), fc.constant({ id: 1 }), fc.constant([{ id: 2 }, '"id":3'])),
    { maxKeys: 4, noNullPrototype: true },
  )
  .map((members) => JSON.stringify(members).slice(1, -1))

const requestText = fc
  .tuple(
    otherMembers,
    otherMembers,
    numberText,
    space,
    space,
    fc.constantFrom('"id"', '"\\u0069d"'),
  )
  .map(([before, after, id, left, right, key]) => {
    const member = `${key}${left}:${right}${id}`
    return { id, text: `{${[before, member, after].filter(Boolean).join(`${left},${right}`)}}` }
  })

test('finds the text of any number, anywhere', () => {
  fc.assert(
    fc.property(requestText, ({ id, text }) => {
      expect(numberIds(text)).toEqual([id])
    }),
  )
})

test('finds each id of a batch by its index', () => {
  const other = fc.jsonValue().map((value) => ({ id: undefined, text: JSON.stringify([value]) }))
  fc.assert(
    fc.property(fc.array(fc.oneof(requestText, other)), space, (requests, spaces) => {
      const text = `${spaces}[${requests.map((request) => request.text).join(`${spaces},`)}]`
      const ids = numberIds(text)
      expect(requests.map((_, place) => ids?.[place])).toEqual(requests.map(({ id }) => id))
    }),
  )
})

test('uses the last of several ids, as JSON.parse does', () => {
  expect(numberIds('{"id":1,"id":2.0}')).toEqual(['2.0'])
})

test('ignores text and objects', () => {
  expect(numberIds('{"id":"1"}')).toEqual([])
  expect(numberIds('{"id":{"id":1}}')).toEqual([])
  expect(numberIds('{"method":"id"}')).toEqual([])
})

test.each([
  ['[1,2,3]', true],
  ['[1,2,3,4]', false],
  [' [[1,2,3,4],{"a":1,"b":2,"c":3},"1,2,3,4"]', true],
  ['{"a":1,"b":2,"c":3,"d":4}', true],
  // The rest of the text is not read.
  ['[1,2,3,4', false],
  ['[1,2,"', true],
])('with at most three requests, %s is within the limit: %s', (text, isFew) => {
  expect(numberIds(text, 3) !== undefined).toBe(isFew)
})

test('finds the end of any text', () => {
  const anyText = fc.string({ unit: fc.constantFrom(...'[]{}":,\\id1 ') })
  fc.assert(
    fc.property(anyText, (text) => {
      try {
        numberIds(text, 3)
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    }),
    { numRuns: 2000 },
  )
})
