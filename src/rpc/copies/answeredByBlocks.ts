import type { View } from '../../endpoint/view.ts'
import type { Hex } from '../../primitives/hex.ts'

/** Whether the answer to a call follows from the canonical blocks alone. */
type Test = (params: readonly unknown[], view: BlocksView) => boolean

/** Finds canonical blocks and what they include, but perhaps no others. */
type BlocksView = Pick<View, 'blockByHash' | 'transactionByHash'>

const always: Test = () => true

const byNumber: Test = ([block]) => block !== 'pending'

/** A block that is not found may be one of another branch. */
const byBlockHash: Test = ([hash], view) => isHash(hash) && view.blockByHash(hash) !== undefined

/** A transaction that is not found may be in the pool. */
const byTransactionHash: Test = ([hash], view) =>
  isHash(hash) && view.transactionByHash(hash) !== undefined

const byNumberOrHash: Test = (params, view) =>
  isHash(params[0])
    ? byBlockHash(params, view)
    : typeof params[0] !== 'object' && byNumber(params, view)

const logFields: ReadonlySet<string> = new Set(['fromBlock', 'toBlock', 'address', 'topics'])

const byRange: Test = ([filter]) =>
  Object.entries(Object(filter)).every(
    ([name, value]) => logFields.has(name) && value !== 'pending',
  )

const tests: ReadonlyMap<unknown, Test> = new Map([
  ['eth_chainId', always],
  ['net_version', always],
  ['eth_blockNumber', always],
  ['eth_syncing', always],
  ['web3_clientVersion', always],
  ['eth_getBlockByNumber', byNumber],
  ['eth_getBlockByHash', byBlockHash],
  ['eth_getHeaderByNumber', byNumber],
  ['eth_getHeaderByHash', byBlockHash],
  ['eth_getBlockTransactionCountByNumber', byNumber],
  ['eth_getBlockTransactionCountByHash', byBlockHash],
  ['eth_getTransactionByBlockNumberAndIndex', byNumber],
  ['eth_getTransactionByBlockHashAndIndex', byBlockHash],
  ['eth_getTransactionByHash', byTransactionHash],
  ['eth_getTransactionReceipt', byTransactionHash],
  ['eth_getBlockReceipts', byNumberOrHash],
  ['eth_getUncleCountByBlockNumber', byNumber],
  ['eth_getUncleCountByBlockHash', byBlockHash],
  ['eth_getUncleByBlockNumberAndIndex', byNumber],
  ['eth_getUncleByBlockHashAndIndex', byBlockHash],
  ['eth_getLogs', byRange],
  ['eth_getRawTransactionByHash', byTransactionHash],
  ['eth_getRawTransactionByBlockNumberAndIndex', byNumber],
  ['eth_getRawTransactionByBlockHashAndIndex', byBlockHash],
  ['debug_getRawHeader', byNumberOrHash],
  ['debug_getRawBlock', byNumberOrHash],
  ['debug_getRawReceipts', byNumberOrHash],
  ['debug_getRawTransaction', byTransactionHash],
] as const)

/** The methods that canonical blocks may answer. */
export const methodsOfBlocks: Iterable<unknown> = tests.keys()

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Whether all answers to a body follow from canonical blocks alone.
 *
 * @param body a short one, because it is parsed at once
 * @param view that has them
 */
export function isAnsweredByBlocks(body: Uint8Array, view: BlocksView): boolean {
  let parsed: unknown
  try {
    parsed = JSON.parse(utf8.decode(body))
  } catch {
    return false
  }
  const requests: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  return requests.every((request) => {
    const { method, params = [] } = Object(request) as Readonly<Record<string, unknown>>
    return Array.isArray(params) && tests.get(method)?.(params, view) === true
  })
}

/** Whether it is written like one. Methods check it. */
function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && value.length === 66
}
