import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { BlockSpan } from '../../faults/matches.ts'
import type { Method } from '../method.ts'
import { methodsByName } from '../methods/methodRegistry.ts'
import { blockCount, readBlockCount } from '../params/blockCount.ts'
import { readReceiptsBlock } from '../params/receiptsBlock.ts'

/**
 * The blocks that a call is about, by its params as received: the block that it names, by number, tag or hash; the block
 * of a transaction; the range of a log filter or of a history of fees.
 *
 * @returns undefined if it is about none, or none that is known
 */
export function blocksOfCall(
  endpoint: Endpoint,
  name: string,
  params: unknown,
): BlockSpan | undefined {
  if (!Array.isArray(params)) return undefined
  // Of a method that only other nodes have, the first one may name a block.
  const known = methodsByName.get(name)?.params
  const index = known === undefined ? 0 : indexOfBlock(known)
  if (index === -1) return undefined
  if (known?.[0] === blockCount) return blocksOfFees(endpoint, params)
  const otherwise = known?.[index]?.required === false ? 'latest' : undefined
  const given: unknown = params[index] ?? otherwise
  if (given === undefined) return undefined
  return isFilter(given) ? blocksOfFilter(endpoint, given) : one(blockNumber(endpoint, given))
}

/** Whether the calls of a method name a block. */
export function namesBlock(method: string): boolean {
  const params = methodsByName.get(method)?.params
  return params === undefined || indexOfBlock(params) !== -1
}

/** The index of the parameter that names a block, or -1. */
function indexOfBlock(params: Method['params']): number {
  return params.findIndex(({ names }) => names !== undefined)
}

/** The newest block, and those before it up to a number of blocks. */
function blocksOfFees(
  endpoint: Endpoint,
  [count, newest]: readonly unknown[],
): BlockSpan | undefined {
  const to = blockNumber(endpoint, newest)
  const blocks = Number(read(readBlockCount, count) ?? 0n)
  if (to === undefined || blocks === 0) return undefined
  return { from: Math.max(to - blocks + 1, endpoint.chain.tree.first.number), to }
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
  // It accepts every notation of a block; the hash of a transaction looks like one of them.
  const parameter = read(readReceiptsBlock, value)
  if (parameter === undefined || typeof parameter === 'number') return parameter
  if (parameter === 'pending') return endpoint.head.number + 1
  if (typeof parameter === 'string') return endpoint.blockByTag(parameter)?.number
  const { blockHash } = parameter
  const block = endpoint.blockByHash(blockHash) ?? endpoint.transactionByHash(blockHash)?.block
  return block?.number
}

/** Params that the method will refuse name no block. */
function read<T>(param: (value: unknown, index: number) => T, value: unknown): T | undefined {
  try {
    return param(value, 0)
  } catch {
    return undefined
  }
}

function one(number: number | undefined): BlockSpan | undefined {
  return number === undefined ? undefined : { from: number, to: number }
}
