import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { BlockSpan } from '../../faults/matches.ts'
import { type ReceiptsBlock, receiptsBlock } from '../params/receiptsBlock.ts'

/**
 * The blocks that a call names in its params, as received: the block that the first param names, by number, tag or
 * hash; the block of a transaction; or the range of a log filter.
 *
 * @returns undefined if it names none, or none that is known
 */
export function blocksOfCall(endpoint: Endpoint, params: unknown): BlockSpan | undefined {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  if (first === undefined || first === null) return undefined
  return isFilter(first) ? blocksOfFilter(endpoint, first) : one(blockNumber(endpoint, first))
}

type Filter = Readonly<Record<'fromBlock' | 'toBlock', unknown>>

function isFilter(first: unknown): first is Filter {
  if (typeof first !== 'object' || first === null) return false
  return !('blockHash' in first || 'blockNumber' in first)
}

function blocksOfFilter(endpoint: Endpoint, { fromBlock, toBlock }: Filter): BlockSpan | undefined {
  const from = blockNumber(endpoint, fromBlock ?? 'latest')
  const to = blockNumber(endpoint, toBlock ?? 'latest')
  return from === undefined || to === undefined ? undefined : { from, to }
}

function blockNumber(endpoint: Endpoint, value: unknown): number | undefined {
  const parameter = read(value)
  if (parameter === undefined || typeof parameter === 'number') return parameter
  if (parameter === 'pending') return endpoint.head.number + 1
  if (typeof parameter === 'string') return endpoint.blockByTag(parameter)?.number
  const { blockHash } = parameter
  const block = endpoint.blockByHash(blockHash) ?? endpoint.transactionByHash(blockHash)?.block
  return block?.number
}

/** `eth_getBlockReceipts` accepts every notation of a block; the hash of a transaction looks like one of them. */
function read(value: unknown): ReceiptsBlock | undefined {
  try {
    return receiptsBlock(value, 0)
  } catch {
    // Params that the method will refuse name no block.
    return undefined
  }
}

function one(number: number | undefined): BlockSpan | undefined {
  return number === undefined ? undefined : { from: number, to: number }
}
