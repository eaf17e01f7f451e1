import { expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { blocksOfCall } from '../../../src/rpc/faults/blocksOfCall.ts'
import { createTestChain, findTransaction } from '../../support/chain.ts'

const chain = await createTestChain()
const endpoint = new Endpoint('dev', chain)
const head = chain.tree.head.number
const { block, transaction } = findTransaction(chain, () => true)
const side = chain.tree.sideBlocks[0] as SealedBlock

test.each([
  ['a number', ['0x5', true], [5, 5]],
  ['a number above the head', ['0xffff', true], [65_535, 65_535]],
  ['a decimal number', ['12'], [12, 12]],
  ['a JSON number', [12], [12, 12]],
  ['latest', ['latest'], [head, head]],
  ['earliest', ['earliest'], [0, 0]],
  ['pending', ['pending'], [head + 1, head + 1]],
  ['a tag of no block', ['finalized'], undefined],
  ['the hash of a block', [chain.tree.byNumber(7)?.hash], [7, 7]],
  ['the hash of an uncle’s block', [side.hash], [side.number, side.number]],
  ['an EIP-1898 object', [{ blockHash: chain.tree.byNumber(7)?.hash }], [7, 7]],
  ['one with a number', [{ blockNumber: '0x7' }], [7, 7]],
  ['the hash of a transaction', [transaction.hash], [block.header.number, block.header.number]],
  ['an unknown hash', [`0x${'ab'.repeat(32)}`], undefined],
  ['a filter for logs', [{ fromBlock: '0x2', toBlock: '0x9' }], [2, 9]],
  ['one without an end', [{ fromBlock: '0x2' }], [2, head]],
  ['one without both', [{ address: [] }], [head, head]],
  ['one of a block', [{ blockHash: side.hash }], [side.number, side.number]],
  ['one that is wrong', [{ fromBlock: 'x' }], undefined],
  ['no params', [], undefined],
  ['params by name', { block: '0x1' }, undefined],
  ['none at all', undefined, undefined],
  ['null', [null], undefined],
  ['what is refused', ['0x01'], undefined],
  ['another type', [true], undefined],
])('%s', (_, params, span) => {
  const expected = span && { from: span[0], to: span[1] }
  expect(blocksOfCall(endpoint, params)).toEqual(expected)
})
