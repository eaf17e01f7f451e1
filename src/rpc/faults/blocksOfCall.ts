import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { BlockNaming } from '../../faults/blockNaming.ts'
import type { BlockSpan } from '../../faults/matches.ts'
import type { Hex } from '../../primitives/hex.ts'
import { methodsByName } from '../methods/methodRegistry.ts'
import type { NamedBlocks } from '../params/arguments.ts'
import { blockCount, readBlockCount } from '../params/blockCount.ts'
import { type BlockParameter, blockParameter } from '../params/blockParameter.ts'
import { logFilter } from '../params/logFilter.ts'
import { blocksNamedBy, indexOfBlocks, namedBlocks } from '../params/namedBlocks.ts'
import { receiptsBlock } from '../params/receiptsBlock.ts'

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
  const known = methodsByName.get(name)?.params
  if (known?.[0] === blockCount) return blocksOfFees(endpoint, params)
  const named = namedByCall(name, params)
  return named && spanOf(endpoint, named)
}

/**
 * How a call names its block, by its params as received.
 *
 * @returns undefined if it names none, or that of a transaction
 */
export function namingOfCall(name: string, params: unknown): BlockNaming | undefined {
  const named = namedByCall(name, params)
  if (named === undefined || 'transactionHash' in named) return undefined
  if ('blockHash' in named) return 'hash'
  return typeof named.to === 'number' ? 'number' : 'tag'
}

function namedByCall(name: string, params: unknown): NamedBlocks | undefined {
  if (!Array.isArray(params)) return undefined
  const known = methodsByName.get(name)?.params
  if (known === undefined) return blocksOfUnknown(params[0])
  return known[0] === blockCount
    ? blocksNamedBy(blockParameter, params[1])
    : namedBlocks(known, params)
}

/** Calls that name a block in some way, each as one of a method's params. */
const examples: Readonly<Record<BlockNaming, readonly unknown[]>> = {
  tag: ['latest', { fromBlock: 'latest', toBlock: 'latest' }],
  number: ['0x1', { fromBlock: '0x1', toBlock: '0x1' }],
  hash: [`0x${'00'.repeat(32)}`, { blockHash: `0x${'00'.repeat(32)}` }],
}

/** Whether calls of a method can name their block so. */
export function canName(method: string, naming: BlockNaming): boolean {
  const params = methodsByName.get(method)?.params
  if (params === undefined) return true
  return params.some((_, index) =>
    examples[naming].some((example) => {
      const given = params.map((_, at) => (at === index ? example : undefined))
      return namingOfCall(method, given) === naming
    }),
  )
}

export function namesBlock(method: string): boolean {
  const params = methodsByName.get(method)?.params
  return params === undefined || indexOfBlocks(params) !== -1
}

/** The newest block, and those before it up to a number of blocks. */
function blocksOfFees(endpoint: Endpoint, params: readonly unknown[]): BlockSpan | undefined {
  const [count, newest] = params
  const named = blocksNamedBy(blockParameter, newest)
  const span = named && spanOf(endpoint, named)
  const blocks = Number(readCount(count))
  if (span === undefined || blocks === 0) return undefined
  const { to } = span
  return { from: Math.max(to - blocks + 1, endpoint.chain.tree.first.number), to }
}

function readCount(count: unknown): bigint {
  try {
    return readBlockCount(count, 0)
  } catch {
    return 0n
  }
}

/** Of a method that only other nodes have, the first param may name blocks, in any notation. */
function blocksOfUnknown(first: unknown): NamedBlocks | undefined {
  return blocksNamedBy(isFilter(first) ? logFilter : receiptsBlock, first)
}

function isFilter(first: unknown): boolean {
  if (typeof first !== 'object' || first === null) return false
  return !('blockHash' in first || 'blockNumber' in first)
}

function spanOf(endpoint: Endpoint, named: NamedBlocks): BlockSpan | undefined {
  if ('transactionHash' in named) return blockOfTransaction(endpoint, named.transactionHash)
  if ('blockHash' in named) {
    const block = endpoint.blockByHash(named.blockHash)
    // Of a method that only other nodes have, it may be that of a transaction.
    return block ? one(block.number) : blockOfTransaction(endpoint, named.blockHash)
  }
  const from = blockNumber(endpoint, named.from)
  const to = blockNumber(endpoint, named.to)
  return from === undefined || to === undefined ? undefined : { from, to }
}

function blockOfTransaction(endpoint: Endpoint, hash: Hex): BlockSpan | undefined {
  const transaction = endpoint.transactionByHash(hash)
  return transaction && one(transaction.block.number)
}

function blockNumber(endpoint: Endpoint, block: BlockParameter): number | undefined {
  if (typeof block === 'number') return block
  return block === 'pending' ? endpoint.head.number + 1 : endpoint.blockByTag(block)?.number
}

function one(number: number): BlockSpan {
  return { from: number, to: number }
}
