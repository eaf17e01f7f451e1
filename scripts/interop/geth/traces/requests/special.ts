import type { Chain } from '../../../../../src/chain/chain.ts'
import type { SealedBlock } from '../../../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../../../src/chain/encoding/decode.ts'
import { type Hex, toQuantity } from '../../../../../src/primitives/hex.ts'
import type { StateRequest } from '../../states/request.ts'

const UNKNOWN: Hex = `0x${'12'.repeat(32)}`

const ofBlocks = [
  'debug_getRawHeader',
  'debug_getRawBlock',
  'debug_getRawReceipts',
  'debug_traceBlockByNumber',
  'debug_traceBlockByHash',
  'eth_getHeaderByNumber',
  'eth_getHeaderByHash',
]

/**
 * Requests that are not about a block of the main branch.
 *
 * @param tags that name the same block in both
 * @param sideBlocks blocks of other branches that geth has
 */
export function* special(
  { tree }: Chain,
  tags: readonly string[],
  sideBlocks: readonly SealedBlock[],
): Generator<StateRequest> {
  const above = toQuantity(tree.head.number + 1)
  const { hash } = tree.head
  const blocks: unknown[] = [
    ...tags,
    above,
    '0x0',
    UNKNOWN,
    { blockHash: UNKNOWN },
    { blockNumber: above },
    { blockHash: hash },
    ...sideBlocks.flatMap((block) => [
      block.hash,
      { blockHash: block.hash },
      { blockHash: block.hash, requireCanonical: true },
    ]),
    '0x',
    'newest',
    null,
    5,
    {},
    { blockHash: hash, blockNumber: above },
  ]
  const tracer = { tracer: 'callTracer' }
  for (const block of blocks) {
    for (const method of ofBlocks) {
      yield { method, params: method.includes('trace') ? [block, tracer] : [block] }
    }
    const address = `0x${'11'.repeat(20)}`
    yield { method: 'eth_getProof', params: [address, ['0x0'], block] }
    yield { method: 'debug_traceCall', params: [{ to: address }, block, tracer] }
  }
  for (const method of [...ofBlocks, 'debug_traceCall', 'eth_getProof', ...ofTransactions]) {
    yield { method, params: [] }
  }
  for (const block of sideBlocks.map(decodeBlock)) {
    for (const { hash: transaction } of block.transactions.slice(0, 2)) yield* about(transaction)
  }
  for (const transaction of [UNKNOWN, '0x12', 'x', null, 7]) yield* about(transaction)
  yield { method: 'debug_traceCall', params: [{ to: UNKNOWN }, 'pending', tracer] }
  yield { method: 'debug_traceCall', params: [{}, 'pending', tracer] }
}

const ofTransactions = [
  'debug_getRawTransaction',
  'eth_getRawTransactionByHash',
  'debug_traceTransaction',
]

function* about(transaction: unknown): Generator<StateRequest> {
  for (const method of ofTransactions) yield { method, params: [transaction] }
}
