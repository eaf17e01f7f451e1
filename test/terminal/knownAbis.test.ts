import { encodeErrorResult, encodeFunctionData, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { KnownAbis } from '../../src/terminal/knownAbis.ts'

const abi = parseAbi([
  'function increment(uint256 by, bool twice)',
  'function shared()',
  'error TooMuch(uint256 available, address by)',
  'error Unnamed(string, uint8[])',
])
const abis = new KnownAbis([
  { name: 'Counter', abi },
  { name: 'Other', abi: parseAbi(['function shared()']) },
  { name: 'Broken', abi: [{ type: 'function' }, { type: 'error', name: 'x', inputs: [{}] }] },
])
const bytes = (hex: string) => Buffer.from(hex.slice(2), 'hex')

it('names functions, with the contract where only one has it', () => {
  const call = (functionName: 'increment' | 'shared', ...args: unknown[]) =>
    abis.functionOf(encodeFunctionData({ abi, functionName, args } as never))
  expect(call('increment', 1n, true)).toBe('Counter.increment(uint256,bool)')
  expect(call('shared')).toBe('shared()')
  expect(abis.functionOf('0xa9059cbb')).toBe('token.transfer(address,uint256)')
  expect(abis.functionOf('0x01020304')).toBe('0x01020304')
  expect(abis.functionOf('0x0102')).toBeUndefined()
})

it('names custom errors with their arguments', () => {
  const by = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const error = (errorName: 'TooMuch' | 'Unnamed', ...args: unknown[]) =>
    bytes(encodeErrorResult({ abi, errorName, args } as never))
  const tooMuch = error('TooMuch', 2n ** 60n, by)
  expect(abis.errorOf(tooMuch)).toBe(
    `Counter.TooMuch(available: 1152921504606846976, by: "${by.toLowerCase()}")`,
  )
  expect(abis.errorOf(error('Unnamed', 'why', [1, 2]))).toBe('Counter.Unnamed("why", [1,2])')
  expect(abis.errorOf(tooMuch.subarray(0, 10))).toBe('Counter.TooMuch(…)')
  expect(abis.errorOf(error('Unnamed', 'x'.repeat(500), []))).toHaveLength(218)
  expect(abis.errorOf(bytes('0x01020304'))).toBeUndefined()
})
