import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { BlockSpan } from '../../faults/matches.ts'
import type { Method } from '../method.ts'
import { methodsByName } from '../methods/methodRegistry.ts'
import type { Parameter } from '../params/arguments.ts'
import { blockCount, readBlockCount } from '../params/blockCount.ts'
import { logFilter } from '../params/logFilter.ts'
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
  const parameter = known?.[index]
  const given: unknown = params[index] ?? (parameter?.required === false ? 'latest' : undefined)
  if (given === undefined) return undefined
  if (parameter?.blocksOf !== undefined) return blocksOfFilter(endpoint, parameter, given)
  return known === undefined && isFilter(given)
    ? blocksOfFilter(endpoint, logFilter, given)
    : one(blockNumber(endpoint, given))
}

/** Whether the calls of a method name a block. */
export function namesBlock(method: string): boolean {
  const params = methodsByName.get(method)?.params
  return params === undefined || indexOfBlock(params) !== -1
}

/** The index of the parameter that names a block, or -1. */
function indexOfBlock(params: Method['params']): number {
  return params.findIndex(({ names, blocksOf }) => (names ?? blocksOf) !== undefined)
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

function isFilter(first: unknown): boolean {
  if (typeof first !== 'object' || first === null) return false
  return !('blockHash' in first || 'blockNumber' in first)
}

function blocksOfFilter<T>(
  endpoint: Endpoint,
  parameter: Parameter<T>,
  given: unknown,
): BlockSpan | undefined {
  const filter = read(parameter.read, given)
  const blocks = filter === undefined ? undefined : parameter.blocksOf?.(filter)
  if (blocks === undefined) return undefined
  if ('blockHash' in blocks) return one(blockNumber(endpoint, blocks.blockHash))
  const from = blockNumber(endpoint, blocks.from)
  const to = blockNumber(endpoint, blocks.to)
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
