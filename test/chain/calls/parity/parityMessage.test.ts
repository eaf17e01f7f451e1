import { expect, it } from 'vitest'
import { parityMessage } from '../../../../src/chain/calls/parity/parityMessage.ts'

it.each([
  ['execution reverted', 'Reverted'],
  ['out of gas', 'Out of gas'],
  ['out of gas: not enough gas for reentrancy sentry', 'Out of gas'],
  ['gas uint64 overflow', 'Out of gas'],
  ['contract creation code storage out of gas', 'Out of gas'],
  ['max code size exceeded: code size 24577 limit 24576', 'Out of gas'],
  ['invalid jump destination', 'Bad jump destination'],
  ['invalid opcode: INVALID', 'Bad instruction'],
  ['invalid opcode: opcode 0xc not defined', 'Bad instruction'],
  ['stack underflow (0 <=> 1)', 'Stack underflow'],
  ['stack limit reached 1024 (1023)', 'Out of stack'],
  ['return data out of bounds', 'Out of bounds'],
  ['write protection', 'Mutable Call In Static Context'],
  ['out of gas: write protection', 'Mutable Call In Static Context'],
  ['invalid code: must not begin with 0xef', 'Invalid code'],
  // Parity has no messages for these.
  ['insufficient balance for transfer', 'insufficient balance for transfer'],
  ['max call depth exceeded', 'max call depth exceeded'],
  ['contract address collision', 'contract address collision'],
])('%s is %s', (message, expected) => {
  expect(parityMessage(message, false)).toBe(expected)
})

it('calls every failure of a precompiled contract the same, but not those before it runs', () => {
  expect(parityMessage('invalid fp.Element encoding', true)).toBe('Built-in failed')
  expect(parityMessage('out of gas', true)).toBe('Out of gas')
  expect(parityMessage('insufficient balance for transfer', true)).toBe(
    'insufficient balance for transfer',
  )
})
