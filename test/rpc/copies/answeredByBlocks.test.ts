import { expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { Endpoint } from '../../../src/endpoint/endpoint.ts'
import { isAnsweredByBlocks, methodsOfBlocks } from '../../../src/rpc/copies/answeredByBlocks.ts'
import { methodNames } from '../../../src/rpc/methods/registry.ts'

const chain = await createChain({ seed: 'blocks', blocks: 3, transactionsPerBlock: [1, 2] })
const view = new Endpoint('a', chain)
const block = decodeBlock(chain.tree.head)
const transaction = block.transactions[0]?.hash
const unknown = `0x${'1'.repeat(64)}`

const isAnswered = (body: unknown) => isAnsweredByBlocks(Buffer.from(JSON.stringify(body)), view)
const call = (method: string, ...params: readonly unknown[]) => {
  return { jsonrpc: '2.0', id: 1, method, params }
}

it.each([
  [call('eth_blockNumber')],
  [call('eth_getBlockByNumber', 'latest', true)],
  [call('eth_getBlockByNumber', '0x99', true)],
  [call('eth_getBlockByNumber')],
  [call('eth_getBlockByHash', block.hash, false)],
  [call('eth_getBlockReceipts', block.hash)],
  [call('eth_getTransactionReceipt', transaction)],
  [call('eth_getLogs', { fromBlock: '0x1', topics: [null] })],
  [[call('eth_chainId'), call('eth_getBlockReceipts', 'safe')]],
  [{ jsonrpc: '2.0', method: 'eth_chainId' }],
])('%j follows from the blocks', (body) => {
  expect(isAnswered(body)).toBe(true)
})

it.each([
  [call('eth_getBlockByNumber', 'pending', true)],
  [call('eth_getBlockByHash', unknown, false)],
  [call('eth_getBlockReceipts', unknown)],
  [call('eth_getBlockReceipts', 'pending')],
  [call('eth_getBlockReceipts', { blockHash: block.hash })],
  [call('eth_getTransactionByHash', unknown)],
  [call('eth_getLogs', { blockHash: block.hash })],
  [call('eth_getLogs', { FromBlock: 'pending' })],
  [call('eth_getLogs', { toBlock: 'pending' })],
  [call('eth_getBalance', unknown, 'latest')],
  [call('eth_sendRawTransaction', '0x')],
  [call('evm_mine')],
  [[call('eth_chainId'), call('eth_gasPrice')]],
  [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: {} }],
  [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: null }],
  [[[]]],
  [null],
  [7],
])('%j needs more than the blocks, or may', (body) => {
  expect(isAnswered(body)).toBe(false)
})

it('knows only methods that exist', () => {
  expect(methodNames).toEqual(expect.arrayContaining([...methodsOfBlocks]))
})

it('leaves what is not JSON to the owner', () => {
  expect(isAnsweredByBlocks(Buffer.from('{'), view)).toBe(false)
})
