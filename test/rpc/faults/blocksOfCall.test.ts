import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { Overlay } from '../../../src/chain/private/overlay.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { blockNamings } from '../../../src/faults/blockNaming.ts'
import { blocksOfCall, canName, namesBlock } from '../../../src/rpc/faults/blocksOfCall.ts'
import { methodNames } from '../../../src/rpc/methods/methodRegistry.ts'
import { createTestChain, findTransaction } from '../../support/chain.ts'

const chain = await createTestChain()
const endpoint = new Endpoint('dev', new Overlay(chain))
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
  ['no params', [], undefined],
  ['params by name', { block: '0x1' }, undefined],
  ['none at all', undefined, undefined],
  ['null', [null], undefined],
  ['what is refused', ['0x01'], undefined],
  ['another type', [true], undefined],
])('%s', (_, params, span) => {
  const expected = span && { from: span[0], to: span[1] }
  expect(blocksOfCall(endpoint, 'eth_getBlockReceipts', params)).toEqual(expected)
})

test.each([
  ['a filter for logs', [{ fromBlock: '0x2', toBlock: '0x9' }], [2, 9]],
  ['one without an end', [{ fromBlock: '0x2' }], [2, head]],
  ['one without both', [{ address: [] }], [head, head]],
  ['one of a block', [{ blockHash: side.hash }], [side.number, side.number]],
  ['one that is wrong', [{ fromBlock: 'x' }], undefined],
  ['one with its members in another case', [{ FromBlock: '0x3', ToBlock: '0x5' }], [3, 5]],
])('%s', (_, params, span) => {
  const expected = span && { from: span[0], to: span[1] }
  expect(blocksOfCall(endpoint, 'eth_getLogs', params)).toEqual(expected)
  expect(blocksOfCall(endpoint, 'unknown_getLogs', params)).toEqual(expected)
})

test.each([
  ['a range', { fromBlock: '0x2', toBlock: '0x9' }, [2, 9]],
  ['one without a beginning', { toBlock: '0x5' }, [0, 5]],
  ['one without both', {}, [0, head]],
])('a filter for traces: %s', (_, filter, [from, to]) => {
  expect(blocksOfCall(endpoint, 'trace_filter', [filter])).toEqual({ from, to })
})

const address = `0x${'ab'.repeat(20)}`

describe.each([
  ['eth_getBalance', [address]],
  ['eth_getCode', [address]],
  ['eth_getTransactionCount', [address]],
  ['eth_getStorageAt', [address, '0x0']],
  ['eth_getStorageValues', [{ [address]: ['0x0'] }]],
  ['eth_getProof', [address, []]],
  ['eth_call', [{ to: address }]],
  ['eth_estimateGas', [{ to: address }]],
  ['eth_createAccessList', [{ to: address }]],
  ['eth_simulateV1', [{ blockStateCalls: [] }]],
  ['debug_traceCall', [{ to: address }]],
] as const)('%s', (method, params) => {
  test.each([
    ['a number', '0x5', 5],
    ['a tag', 'latest', head],
    ['pending', 'pending', head + 1],
    ['a hash', side.hash, side.number],
    ['an EIP-1898 object', { blockHash: side.hash }, side.number],
    ['an EIP-1898 object with a number', { blockNumber: '0x7' }, 7],
    ['null', null, head],
  ])('%s', (_, block, number) => {
    const expected = { from: number, to: number }
    expect(blocksOfCall(endpoint, method, [...params, block])).toEqual(expected)
  })

  test('the head if it is omitted', () => {
    expect(blocksOfCall(endpoint, method, params)).toEqual({ from: head, to: head })
  })

  test('none if it is refused, or params have names', () => {
    expect(blocksOfCall(endpoint, method, [...params, 'x'])).toBeUndefined()
    expect(blocksOfCall(endpoint, method, { block: '0x5' })).toBeUndefined()
  })
})

test.each([
  ['one block', ['0x1', '0x5', []], [5, 5]],
  ['several blocks', ['0x3', '0x7'], [5, 7]],
  ['a decimal count', [4, 'latest', [50]], [head - 3, head]],
  ['more blocks than there are', ['0xffffffffffff', '0x2'], [0, 2]],
  ['no blocks', ['0x0', '0x5'], undefined],
  ['a count that is none', ['x', '0x5'], undefined],
  ['no newest block', ['0x1'], undefined],
])('eth_feeHistory: %s', (_, params, span) => {
  const expected = span && { from: span[0], to: span[1] }
  expect(blocksOfCall(endpoint, 'eth_feeHistory', params)).toEqual(expected)
})

const others = methodNames.filter((name) => !namesBlock(name))

test.each(others)('%s is about no block', (method) => {
  expect(blocksOfCall(endpoint, method, ['0x5'])).toBeUndefined()
  expect(blocksOfCall(endpoint, method, [])).toBeUndefined()
})

test('knows for every method whether its calls are about a block', () => {
  const blocks = methodNames.filter(namesBlock)
  expect(
    blocks.filter(
      (name) =>
        !/_get|trace|_(storageRangeAt|executionWitness)$|^ots_hasCode$|^eth_(call|callMany|estimateGas|createAccessList|simulateV1|feeHistory|newFilter)$|^testing_|^ommer_(transaction|report)$|Roots$/.test(
          name,
        ),
    ),
  ).toEqual([])
  for (const name of others) {
    // Some name a transaction by its sender, a contract or a blob, whatever block it is in; there are no bad blocks.
    expect(name).not.toMatch(
      /_get(?!Filter|TransactionBySender|ContractCreator|BlobByHash|BadBlocks|ApiLevel)/,
    )
  }
})

test.each<[string, readonly string[]]>([
  ['eth_getBlockByNumber', ['tag', 'number']],
  ['eth_getBlockByHash', ['hash']],
  ['eth_getBlockReceipts', ['tag', 'number', 'hash']],
  ['eth_getLogs', ['tag', 'number', 'hash']],
  ['eth_getBalance', ['tag', 'number', 'hash']],
  ['eth_feeHistory', ['tag', 'number']],
  ['eth_getTransactionByHash', []],
  ['eth_blockNumber', []],
  ['a_methodOfTheUser', ['tag', 'number', 'hash']],
])('%s can name its block by %j', (method, namings) => {
  expect(blockNamings.filter((naming) => canName(method, naming))).toEqual(namings)
})
