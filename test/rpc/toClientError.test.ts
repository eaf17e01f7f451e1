import { expect, test } from 'vitest'
import { BlockMisuseError } from '../../src/chain/byHand/misuse.ts'
import { dialects } from '../../src/endpoint/dialects/dialects.ts'
import { EndpointMoveError } from '../../src/endpoint/moveError.ts'
import { toClientError } from '../../src/rpc/toClientError.ts'

test.each([
  new BlockMisuseError('INVALID_HEADER', 7, 'timestamp 1 is not from 2 to 3'),
  new EndpointMoveError('NO_SUCH_BLOCK', 'block 9 does not exist'),
])('tells clients that $message', (error) => {
  const { message } = error
  expect(toClientError(error, dialects.geth)).toMatchObject({ code: 'SERVER_ERROR', message })
})

test('keeps what is a fault of the server', () => {
  const error = new Error('secret')
  expect(toClientError(error, dialects.geth)).toBe(error)
})
