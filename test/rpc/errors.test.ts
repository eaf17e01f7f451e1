import { expect, test } from 'vitest'
import { RequestError, type RequestErrorCode, toErrorObject } from '../../src/rpc/errors.ts'

test.each([
  ['PARSE_ERROR', -32700],
  ['INVALID_REQUEST', -32600],
  ['METHOD_NOT_FOUND', -32601],
  ['INVALID_PARAMS', -32602],
  ['INTERNAL_ERROR', -32603],
  ['LIMIT_EXCEEDED', -32005],
  ['INVALID_API_KEY', -32001],
] satisfies [RequestErrorCode, number][])('%s is %i', (code, number) => {
  expect(toErrorObject(new RequestError(code, 'why'))).toEqual({ code: number, message: 'why' })
})

test.each([[new Error('secret')], ['secret'], [undefined], [new TypeError('secret')]])(
  'internal errors reveal no detail',
  (error) => {
    expect(toErrorObject(error)).toEqual({ code: -32603, message: 'internal error' })
  },
)

test('a message is one line, whatever it quotes', () => {
  const error = new RequestError(
    'METHOD_NOT_FOUND',
    'no method a\r\n\u2028b\u001b\u0000c, ommer says',
  )
  expect(toErrorObject(error).message).toBe('no method a b c, ommer says')
})
