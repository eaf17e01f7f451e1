import { FunctionFragment, Interface } from 'ethers'
import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { AbiItem } from '../../../src/explorer/decode/abi.ts'
import { encodeCall } from '../../../src/explorer/decode/abiEncode.ts'
import { typed } from '../support/abiValues.ts'

const abi = parseAbi([
  'struct Point { int8 x; uint256[] ys; }',
  'function all(uint8 a, int256 b, bool c, address d, bytes e, bytes4 f, string g) view',
  'function lists(uint256[] a, string[2] b, (int8 x, uint256[] ys) p, Point[] ps) view',
  'function none() view',
])
const [all, lists, none] = abi as unknown as [AbiItem, AbiItem, AbiItem]
const address = '0x00000000000000000000000000000000000000aa'

/** A value as a person types it: lists as JSON with plain numbers. */
function typedText(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(memberText).join(', ')}]` : String(value)
}

function memberText(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : typedText(value)
}

describe('encodeCall', () => {
  it('encodes what is typed as ethers does', () => {
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 4 }), (given) => {
        const inputs = given.map(({ parameter }) => parameter)
        const values = given.map(({ value }) => value)
        const item = { type: 'function', name: 'f', inputs }
        const fragment = FunctionFragment.from(item)
        const expected = new Interface([fragment]).encodeFunctionData(fragment, values)
        expect(encodeCall(item, values.map(typedText))).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('encodes lists and tuples that were typed as JSON', () => {
    const huge = 2n ** 200n
    const args = [
      [1n, huge],
      ['a', 'b"c'],
      { x: -2, ys: [3n] },
      [
        { x: 1, ys: [] },
        { x: 2, ys: [4n, 5n] },
      ],
    ] as const
    const texts = [
      `[1, ${huge}]`,
      '["a", "b\\"c"]',
      '{"x": -2, "ys": [3]}',
      '[[1, []], [2, [4, 5]]]',
    ]
    expect(encodeCall(lists, texts)).toBe(encodeFunctionData({ abi, functionName: 'lists', args }))
  })

  it('encodes a call without arguments as its selector', () => {
    expect(encodeCall(none, [])).toBe(encodeFunctionData({ abi, functionName: 'none' }))
  })

  it.each([
    [0, '256', 'a: 256 does not fit into 8 bits'],
    [0, 'one', 'a: want a whole number'],
    [1, '', 'b: want a whole number'],
    [2, 'yes', 'c: want true or false'],
    [3, '0x12', 'd: want an address, 20 bytes in hex'],
    [4, '0x123', 'e: want bytes in hex'],
    [5, '0x12', 'f: want 4 bytes in hex'],
  ])('says what is wrong with argument %i %s', (index, text, problem) => {
    const texts = ['1', '1', 'true', address, '0x', '0x01020304', '']
    texts[index] = text
    expect(() => encodeCall(all, texts)).toThrow(problem)
  })

  it.each([
    [0, '1', 'a: want a list for uint256[]'],
    [1, '["a"]', 'b: want 2 values, have 1'],
    [2, '{"x": 1}', 'p: ys is missing'],
    [3, '[', 'ps: want (int8,uint256[])[] as JSON'],
  ])('says what is wrong with list %i %s', (index, text, problem) => {
    const texts = ['[]', '["a", "b"]', '[1, []]', '[]']
    texts[index] = text
    expect(() => encodeCall(lists, texts)).toThrow(problem)
  })
})
