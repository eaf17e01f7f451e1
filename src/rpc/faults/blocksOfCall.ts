import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { BlockSpan } from '../../faults/matches.ts'
import { blockCount } from '../params/blockCount.ts'
import { receiptsBlock } from '../params/receiptsBlock.ts'

/** The methods whose calls name no block. */
export const blocklessMethods: ReadonlySet<string> = new Set([
  ...['ommer_explorer', 'ommer_inDialect', 'ommer_request', 'ommer_requests', 'ommer_tree'],
  ...['eth_chainId', 'net_version', 'web3_clientVersion', 'rpc.discover'],
  ...['net_listening', 'net_peerCount', 'web3_sha3'],
  ...['eth_blockNumber', 'eth_syncing', 'eth_subscribe', 'eth_unsubscribe'],
  ...['eth_gasPrice', 'eth_maxPriorityFeePerGas', 'eth_baseFee', 'eth_blobBaseFee'],
  ...['eth_newBlockFilter', 'eth_newPendingTransactionFilter', 'eth_getFilterChanges'],
  ...['eth_getFilterLogs', 'eth_uninstallFilter'],
  ...['eth_config', 'eth_capabilities', 'eth_accounts', 'eth_requestAccounts'],
  'eth_fillTransaction',
  ...[
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v4',
    'eth_sendRawTransaction',
    'eth_sendRawTransactionSync',
    'eth_sendTransaction',
    'eth_sendUnsignedTransaction',
    'personal_sign',
    'personal_ecRecover',
  ],
  ...['txpool_content', 'txpool_contentFrom', 'txpool_inspect', 'txpool_status'],
])

/** The index of the param that is the block, in methods about state; if it is omitted, they are about the head. */
const indexOfStateBlock: ReadonlyMap<string, number> = new Map([
  ['eth_getBalance', 1],
  ['eth_getCode', 1],
  ['eth_getStorageAt', 2],
  ['eth_getStorageValues', 1],
  ['eth_getTransactionCount', 1],
  ['eth_getProof', 2],
  ['eth_call', 1],
  ['eth_estimateGas', 1],
  ['eth_createAccessList', 1],
  ['eth_simulateV1', 1],
  ['debug_traceCall', 1],
])

/**
 * The blocks that a call is about, by its params as received: the block that it names, by number, tag or hash; the block
 * of a transaction; the range of a log filter or of a history of fees.
 *
 * @returns undefined if it is about none, or none that is known
 */
export function blocksOfCall(
  endpoint: Endpoint,
  method: string,
  params: unknown,
): BlockSpan | undefined {
  if (blocklessMethods.has(method) || !Array.isArray(params)) return undefined
  const indexOfBlock = indexOfStateBlock.get(method)
  if (indexOfBlock !== undefined) {
    return one(blockNumber(endpoint, params[indexOfBlock] ?? 'latest'))
  }
  if (method === 'eth_feeHistory') return blocksOfFees(endpoint, params)
  const first: unknown = params[0]
  if (first === undefined || first === null) return undefined
  return isFilter(first) ? blocksOfFilter(endpoint, first) : one(blockNumber(endpoint, first))
}

/** The newest block, and those before it up to a number of blocks. */
function blocksOfFees(
  endpoint: Endpoint,
  [count, newest]: readonly unknown[],
): BlockSpan | undefined {
  const to = blockNumber(endpoint, newest)
  const blocks = Number(read(blockCount, count) ?? 0n)
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
  const parameter = read(receiptsBlock, value)
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
