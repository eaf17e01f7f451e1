import { expect, test } from 'vitest'
import { fillIn, inWords } from '../../../src/endpoint/dialects/words.ts'

test.each([
  ['{limit}', '1000'],
  ['{limit:hex}', '0x3e8'],
  ['{limit:grouped}', '1,000'],
  ['{hash:bare}', 'ab'],
  ['{from:decimal}', '16'],
  ['{fee:wei}', '1250000000000000000'],
  ['{limit} of {limit}', '1000 of 1000'],
])('fills in %s', (template, text) => {
  const values = { limit: 1000, hash: '0xab', from: '0x10', fee: '1.25' }
  expect(fillIn(template, values)).toBe(text)
})

const source = 'a/b#1'
const limited = 'query exceeds max block range 5. Try with this block range [0x1, 0x5].'

test('rewords an error, and leaves its data', () => {
  const words = { rangeTooLarge: { code: -1, message: 'at most {limit}', source } }
  expect(inWords(words, { message: limited, data: 7 }, undefined)).toEqual({
    code: -1,
    message: 'at most 5',
    data: 7,
    status: 200,
  })
})

test('knows more than the message', () => {
  const words = { rangeTooLarge: { code: -1, message: '{first}, {limit}', source } }
  expect(inWords(words, { message: limited, data: 7 }, { first: 3, limit: 9 })?.message).toBe(
    '3, 9',
  )
})

test('removes data, or adds empty data', () => {
  const error = { message: 'execution reverted', data: undefined }
  const kept = { reverted: { code: 3, message: 'r', data: 'never empty', source } } as const
  expect(inWords(kept, error, undefined)?.data).toBe('0x')
  expect(inWords(kept, { ...error, data: '0xab' }, undefined)?.data).toBe('0xab')
  const removed = { reverted: { code: 3, message: 'r', data: 'none', source } } as const
  expect(inWords(removed, { ...error, data: '0xab' }, undefined)?.data).toBeUndefined()
})

test('has the message of geth where a value is not known', () => {
  const words = { reversedRange: { code: -1, message: '{from} > {to}', source } }
  const error = { message: 'invalid block range params', data: undefined }
  expect(inWords(words, error, { from: 3 })?.message).toBe('invalid block range params')
})

test('has nothing for other errors', () => {
  expect(inWords({}, { message: limited, data: undefined }, undefined)).toBeUndefined()
})
