import type { Chain } from '../../../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../../../src/chain/encoding/block.ts'
import { type Hex, toQuantity } from '../../../../../src/primitives/hex.ts'
import type { StateRequest } from '../request.ts'

const NONE: Hex = `0x${'00'.repeat(31)}01`

/**
 * Requests at every block that a parameter can name: tags, EIP-1898 objects, blocks of other branches, and blocks that
 * do not exist.
 *
 * @param tags those that name the same block in both nodes
 * @param sideBlocks of other branches, which both nodes have
 */
export function* blockParameters(
  chain: Chain,
  tags: readonly string[],
  sideBlocks: readonly SealedBlock[],
): Generator<StateRequest> {
  const { head } = chain.tree
  const miner = chain.head.header.miner
  const account = chain.accounts[0]?.address ?? miner
  const objects = [head, ...sideBlocks].flatMap(({ hash }) => [
    hash,
    { blockHash: hash },
    { blockHash: hash, requireCanonical: false },
    { blockHash: hash, requireCanonical: true },
  ])
  const all: unknown[] = [
    ...tags,
    ...objects,
    undefined,
    null,
    ...[0, head.number, head.number + 1, 2 ** 53].map(toQuantity),
    NONE,
    { blockHash: NONE },
    { blockHash: NONE, requireCanonical: true },
    { blockNumber: toQuantity(head.number + 1) },
    { blockNumber: 'latest' },
    { blockNumber: 'earliest', requireCanonical: true },
  ]
  const call = { from: account, to: miner, value: '0x1' }
  for (const at of all) {
    const last = at === undefined ? [] : [at]
    yield { method: 'eth_getBalance', params: [account, ...last] }
    yield { method: 'eth_getTransactionCount', params: [account, ...last] }
    yield { method: 'eth_getCode', params: [account, ...last] }
    yield { method: 'eth_getStorageAt', params: [account, '0x0', ...last] }
    yield { method: 'eth_getStorageValues', params: [{ [account]: [NONE] }, ...last] }
    yield { method: 'eth_call', params: [call, ...last] }
    yield { method: 'eth_estimateGas', params: [call, ...last] }
    yield { method: 'eth_createAccessList', params: [call, ...last] }
    yield {
      method: 'eth_simulateV1',
      params: [{ blockStateCalls: [{ calls: [{ ...call, gas: '0x5208' }] }] }, ...last],
    }
  }
  yield { method: 'eth_accounts', params: [] }
}
