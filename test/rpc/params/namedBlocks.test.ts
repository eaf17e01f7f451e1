import { expect, test } from 'vitest'
import { methodsByName } from '../../../src/rpc/methods/methodRegistry.ts'
import { namedBlocks } from '../../../src/rpc/params/namedBlocks.ts'

const hash = `0x${'ab'.repeat(32)}`
const address = `0x${'11'.repeat(20)}`

test.each([
  ['eth_getBlockByHash', [hash.toUpperCase().replace('0X', '0x'), true], { blockHash: hash }],
  ['eth_getTransactionReceipt', [hash], { transactionHash: hash }],
  ['eth_call', [{ to: address }, { BlockHash: hash }], { blockHash: hash }],
  ['eth_call', [{ to: address }], { from: 'latest', to: 'latest' }],
  ['eth_getLogs', [{ blockHash: hash }], { blockHash: hash }],
  ['eth_getLogs', [{ fromBlock: '0x1' }], { from: 1, to: 'latest' }],
  ['eth_getBlockByNumber', ['0x7', false], { from: 7, to: 7 }],
  ['eth_getBlockByNumber', [7, false], undefined],
  ['eth_getBlockByNumber', [], undefined],
  // 32 bytes of data are no block.
  ['web3_sha3', [hash], undefined],
])('%s %j names %j', (method, given, expected) => {
  const named = namedBlocks(methodsByName.get(method)?.params ?? [], given)
  if (expected === undefined) expect(named).toBeUndefined()
  else expect(named).toMatchObject(expected)
})
