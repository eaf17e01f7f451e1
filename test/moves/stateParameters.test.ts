import * as v from 'valibot'
import { expect, it } from 'vitest'
import { quantity } from '../../src/moves/stateParameters.ts'

const { schema } = quantity('wei', 'A balance.')
const most = 2n ** 256n - 1n

it.each([
  [1000, '0x3e8'],
  [0, '0x0'],
  ['1000', '0x3e8'],
  ['007', '0x7'],
  ['0x3E8', '0x3e8'],
  ['0x0000', '0x0'],
  [most.toString(), `0x${'f'.repeat(64)}`],
])('reads a quantity as tools send it: %s', (given, read) => {
  expect(v.parse(schema, given)).toBe(read)
})

it.each([
  '',
  '0x',
  '-1',
  '1.5',
  '1e3',
  ' 1',
  '0b1',
  (most + 1n).toString(),
  `0x1${'0'.repeat(64)}`,
])('refuses what is no quantity: %j', (text) => {
  expect(() => v.parse(schema, text)).toThrow(
    'is not a number of at most 32 bytes, in hex or in decimal digits',
  )
})

it.each([-1, 1.5, 2 ** 53, Number.NaN])('refuses the number %d', (number) => {
  expect(v.safeParse(schema, number).success).toBe(false)
})

it('says why a number that JSON may have rounded is refused', () => {
  expect(() => v.parse(schema, 5e18)).toThrow(
    '5000000000000000000 may have been rounded: send it in hex, or as a string of digits',
  )
})
