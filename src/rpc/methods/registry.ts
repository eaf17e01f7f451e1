import type { Method } from '../method.ts'
import type { MethodDescription } from '../openrpc/description.ts'
import { forOwnOrigins } from '../signing/forOwnOrigins.ts'
import { debug_getRawBlock } from './debug_getRawBlock.ts'
import { debug_getRawHeader } from './debug_getRawHeader.ts'
import { debug_getRawReceipts } from './debug_getRawReceipts.ts'
import { debug_getRawTransaction } from './debug_getRawTransaction.ts'
import { debug_traceBlockByHash } from './debug_traceBlockByHash.ts'
import { debug_traceBlockByNumber } from './debug_traceBlockByNumber.ts'
import { debug_traceCall } from './debug_traceCall.ts'
import { debug_traceTransaction } from './debug_traceTransaction.ts'
import { eth_accounts } from './eth_accounts.ts'
import { eth_baseFee } from './eth_baseFee.ts'
import { eth_blobBaseFee } from './eth_blobBaseFee.ts'
import { eth_blockNumber } from './eth_blockNumber.ts'
import { eth_call } from './eth_call.ts'
import { eth_capabilities } from './eth_capabilities.ts'
import { eth_chainId } from './eth_chainId.ts'
import { eth_config } from './eth_config.ts'
import { eth_createAccessList } from './eth_createAccessList.ts'
import { eth_estimateGas } from './eth_estimateGas.ts'
import { eth_feeHistory } from './eth_feeHistory.ts'
import { eth_fillTransaction } from './eth_fillTransaction.ts'
import { eth_gasPrice } from './eth_gasPrice.ts'
import { eth_getBalance } from './eth_getBalance.ts'
import { eth_getBlockByHash } from './eth_getBlockByHash.ts'
import { eth_getBlockByNumber } from './eth_getBlockByNumber.ts'
import { eth_getBlockReceipts } from './eth_getBlockReceipts.ts'
import { eth_getBlockTransactionCountByHash } from './eth_getBlockTransactionCountByHash.ts'
import { eth_getBlockTransactionCountByNumber } from './eth_getBlockTransactionCountByNumber.ts'
import { eth_getCode } from './eth_getCode.ts'
import { eth_getFilterChanges } from './eth_getFilterChanges.ts'
import { eth_getFilterLogs } from './eth_getFilterLogs.ts'
import { eth_getHeaderByHash } from './eth_getHeaderByHash.ts'
import { eth_getHeaderByNumber } from './eth_getHeaderByNumber.ts'
import { eth_getLogs } from './eth_getLogs.ts'
import { eth_getProof } from './eth_getProof.ts'
import { eth_getRawTransactionByBlockHashAndIndex } from './eth_getRawTransactionByBlockHashAndIndex.ts'
import { eth_getRawTransactionByBlockNumberAndIndex } from './eth_getRawTransactionByBlockNumberAndIndex.ts'
import { eth_getRawTransactionByHash } from './eth_getRawTransactionByHash.ts'
import { eth_getStorageAt } from './eth_getStorageAt.ts'
import { eth_getStorageValues } from './eth_getStorageValues.ts'
import { eth_getTransactionByBlockHashAndIndex } from './eth_getTransactionByBlockHashAndIndex.ts'
import { eth_getTransactionByBlockNumberAndIndex } from './eth_getTransactionByBlockNumberAndIndex.ts'
import { eth_getTransactionByHash } from './eth_getTransactionByHash.ts'
import { eth_getTransactionCount } from './eth_getTransactionCount.ts'
import { eth_getTransactionReceipt } from './eth_getTransactionReceipt.ts'
import { eth_getUncleByBlockHashAndIndex } from './eth_getUncleByBlockHashAndIndex.ts'
import { eth_getUncleByBlockNumberAndIndex } from './eth_getUncleByBlockNumberAndIndex.ts'
import { eth_getUncleCountByBlockHash } from './eth_getUncleCountByBlockHash.ts'
import { eth_getUncleCountByBlockNumber } from './eth_getUncleCountByBlockNumber.ts'
import { eth_maxPriorityFeePerGas } from './eth_maxPriorityFeePerGas.ts'
import { eth_newBlockFilter } from './eth_newBlockFilter.ts'
import { eth_newFilter } from './eth_newFilter.ts'
import { eth_newPendingTransactionFilter } from './eth_newPendingTransactionFilter.ts'
import { eth_requestAccounts } from './eth_requestAccounts.ts'
import { eth_sendRawTransaction } from './eth_sendRawTransaction.ts'
import { eth_sendRawTransactionSync } from './eth_sendRawTransactionSync.ts'
import { eth_sendTransaction } from './eth_sendTransaction.ts'
import { eth_sendUnsignedTransaction } from './eth_sendUnsignedTransaction.ts'
import { eth_sign } from './eth_sign.ts'
import { eth_signTransaction } from './eth_signTransaction.ts'
import { eth_signTypedData_v4 } from './eth_signTypedData_v4.ts'
import { eth_simulateV1 } from './eth_simulateV1.ts'
import { eth_subscribe } from './eth_subscribe.ts'
import { eth_syncing } from './eth_syncing.ts'
import { eth_uninstallFilter } from './eth_uninstallFilter.ts'
import { eth_unsubscribe } from './eth_unsubscribe.ts'
import { net_listening } from './net_listening.ts'
import { net_peerCount } from './net_peerCount.ts'
import { net_version } from './net_version.ts'
import { ommer_explorer } from './ommer_explorer.ts'
import { ommer_inDialect } from './ommer_inDialect.ts'
import { ommer_request } from './ommer_request.ts'
import { ommer_requests } from './ommer_requests.ts'
import { ommer_tree } from './ommer_tree.ts'
import { personal_ecRecover } from './personal_ecRecover.ts'
import { personal_sign } from './personal_sign.ts'
import { rpc_discover } from './rpc_discover.ts'
import { trace_block } from './trace_block.ts'
import { trace_filter } from './trace_filter.ts'
import { trace_get } from './trace_get.ts'
import { trace_replayBlockTransactions } from './trace_replayBlockTransactions.ts'
import { trace_replayTransaction } from './trace_replayTransaction.ts'
import { trace_transaction } from './trace_transaction.ts'
import { txpool_content } from './txpool_content.ts'
import { txpool_contentFrom } from './txpool_contentFrom.ts'
import { txpool_inspect } from './txpool_inspect.ts'
import { txpool_status } from './txpool_status.ts'
import { web3_clientVersion } from './web3_clientVersion.ts'
import { web3_sha3 } from './web3_sha3.ts'

/**
 * What a call of a method changes: it sends a transaction and answers with its hash (`sends`) or, once a block has it,
 * with its receipt (`sendsAndWaits`); it creates a filter or a subscription (`creates`), or ends one (`ends`); it takes
 * from a filter what the next call does not return again (`polls`).
 */
type MethodEffect = 'sends' | 'sendsAndWaits' | 'creates' | 'ends' | 'polls'

/**
 * A method; a function that loads its description, which only `rpc.discover` needs, and most servers never answer that;
 * and what a call of it changes, unless it only reads.
 */
type RegisteredMethod = readonly [
  method: Method,
  loadDescription: () => Promise<{ readonly description: MethodDescription }>,
  effect?: MethodEffect,
]

/** The five methods that the service is about (docs/service.md, Methods). */
const core = {
  eth_getBlockByHash: [eth_getBlockByHash, () => import('./eth_getBlockByHash.openrpc.ts')],
  eth_getBlockByNumber: [eth_getBlockByNumber, () => import('./eth_getBlockByNumber.openrpc.ts')],
  eth_getUncleByBlockNumberAndIndex: [
    eth_getUncleByBlockNumberAndIndex,
    () => import('./eth_getUncleByBlockNumberAndIndex.openrpc.ts'),
  ],
  eth_getTransactionByBlockNumberAndIndex: [
    eth_getTransactionByBlockNumberAndIndex,
    () => import('./eth_getTransactionByBlockNumberAndIndex.openrpc.ts'),
  ],
  eth_getBlockReceipts: [eth_getBlockReceipts, () => import('./eth_getBlockReceipts.openrpc.ts')],
} satisfies Readonly<Record<string, RegisteredMethod>>

/** These and the methods that real clients call before or along with them (docs/service.md, Methods). */
const all = {
  ...core,
  eth_call: [eth_call, () => import('./eth_call.openrpc.ts')],
  eth_estimateGas: [eth_estimateGas, () => import('./eth_estimateGas.openrpc.ts')],
  eth_createAccessList: [eth_createAccessList, () => import('./eth_createAccessList.openrpc.ts')],
  eth_fillTransaction: [eth_fillTransaction, () => import('./eth_fillTransaction.openrpc.ts')],
  eth_simulateV1: [eth_simulateV1, () => import('./eth_simulateV1.openrpc.ts')],
  eth_chainId: [eth_chainId, () => import('./eth_chainId.openrpc.ts')],
  net_version: [net_version, () => import('./net_version.openrpc.ts')],
  eth_blockNumber: [eth_blockNumber, () => import('./eth_blockNumber.openrpc.ts')],
  eth_syncing: [eth_syncing, () => import('./eth_syncing.openrpc.ts')],
  web3_clientVersion: [web3_clientVersion, () => import('./web3_clientVersion.openrpc.ts')],
  eth_getBlockTransactionCountByHash: [
    eth_getBlockTransactionCountByHash,
    () => import('./eth_getBlockTransactionCountByHash.openrpc.ts'),
  ],
  eth_getBlockTransactionCountByNumber: [
    eth_getBlockTransactionCountByNumber,
    () => import('./eth_getBlockTransactionCountByNumber.openrpc.ts'),
  ],
  eth_getUncleCountByBlockHash: [
    eth_getUncleCountByBlockHash,
    () => import('./eth_getUncleCountByBlockHash.openrpc.ts'),
  ],
  eth_getUncleCountByBlockNumber: [
    eth_getUncleCountByBlockNumber,
    () => import('./eth_getUncleCountByBlockNumber.openrpc.ts'),
  ],
  eth_getUncleByBlockHashAndIndex: [
    eth_getUncleByBlockHashAndIndex,
    () => import('./eth_getUncleByBlockHashAndIndex.openrpc.ts'),
  ],
  eth_getTransactionByBlockHashAndIndex: [
    eth_getTransactionByBlockHashAndIndex,
    () => import('./eth_getTransactionByBlockHashAndIndex.openrpc.ts'),
  ],
  eth_getTransactionByHash: [
    eth_getTransactionByHash,
    () => import('./eth_getTransactionByHash.openrpc.ts'),
  ],
  eth_getTransactionReceipt: [
    eth_getTransactionReceipt,
    () => import('./eth_getTransactionReceipt.openrpc.ts'),
  ],
  debug_getRawHeader: [debug_getRawHeader, () => import('./debug_getRawHeader.openrpc.ts')],
  debug_getRawBlock: [debug_getRawBlock, () => import('./debug_getRawBlock.openrpc.ts')],
  debug_getRawReceipts: [debug_getRawReceipts, () => import('./debug_getRawReceipts.openrpc.ts')],
  debug_getRawTransaction: [
    debug_getRawTransaction,
    () => import('./debug_getRawTransaction.openrpc.ts'),
  ],
  eth_getHeaderByNumber: [
    eth_getHeaderByNumber,
    () => import('./eth_getHeaderByNumber.openrpc.ts'),
  ],
  eth_getHeaderByHash: [eth_getHeaderByHash, () => import('./eth_getHeaderByHash.openrpc.ts')],
  eth_getRawTransactionByHash: [
    eth_getRawTransactionByHash,
    () => import('./eth_getRawTransactionByHash.openrpc.ts'),
  ],
  eth_getRawTransactionByBlockHashAndIndex: [
    eth_getRawTransactionByBlockHashAndIndex,
    () => import('./eth_getRawTransactionByBlockHashAndIndex.openrpc.ts'),
  ],
  eth_getRawTransactionByBlockNumberAndIndex: [
    eth_getRawTransactionByBlockNumberAndIndex,
    () => import('./eth_getRawTransactionByBlockNumberAndIndex.openrpc.ts'),
  ],
  eth_getLogs: [eth_getLogs, () => import('./eth_getLogs.openrpc.ts')],
  eth_newFilter: [eth_newFilter, () => import('./eth_newFilter.openrpc.ts'), 'creates'],
  eth_newBlockFilter: [
    eth_newBlockFilter,
    () => import('./eth_newBlockFilter.openrpc.ts'),
    'creates',
  ],
  eth_newPendingTransactionFilter: [
    eth_newPendingTransactionFilter,
    () => import('./eth_newPendingTransactionFilter.openrpc.ts'),
    'creates',
  ],
  eth_getFilterChanges: [
    eth_getFilterChanges,
    () => import('./eth_getFilterChanges.openrpc.ts'),
    'polls',
  ],
  eth_getFilterLogs: [eth_getFilterLogs, () => import('./eth_getFilterLogs.openrpc.ts')],
  eth_uninstallFilter: [
    eth_uninstallFilter,
    () => import('./eth_uninstallFilter.openrpc.ts'),
    'ends',
  ],
  eth_gasPrice: [eth_gasPrice, () => import('./eth_gasPrice.openrpc.ts')],
  eth_maxPriorityFeePerGas: [
    eth_maxPriorityFeePerGas,
    () => import('./eth_maxPriorityFeePerGas.openrpc.ts'),
  ],
  eth_feeHistory: [eth_feeHistory, () => import('./eth_feeHistory.openrpc.ts')],
  eth_baseFee: [eth_baseFee, () => import('./eth_baseFee.openrpc.ts')],
  eth_blobBaseFee: [eth_blobBaseFee, () => import('./eth_blobBaseFee.openrpc.ts')],
  eth_config: [eth_config, () => import('./eth_config.openrpc.ts')],
  eth_capabilities: [eth_capabilities, () => import('./eth_capabilities.openrpc.ts')],
  eth_accounts: [eth_accounts, () => import('./eth_accounts.openrpc.ts')],
  eth_requestAccounts: [eth_requestAccounts, () => import('./eth_requestAccounts.openrpc.ts')],
  eth_getBalance: [eth_getBalance, () => import('./eth_getBalance.openrpc.ts')],
  eth_getTransactionCount: [
    eth_getTransactionCount,
    () => import('./eth_getTransactionCount.openrpc.ts'),
  ],
  eth_getCode: [eth_getCode, () => import('./eth_getCode.openrpc.ts')],
  eth_getStorageAt: [eth_getStorageAt, () => import('./eth_getStorageAt.openrpc.ts')],
  eth_getStorageValues: [eth_getStorageValues, () => import('./eth_getStorageValues.openrpc.ts')],
  eth_getProof: [eth_getProof, () => import('./eth_getProof.openrpc.ts')],
  net_listening: [net_listening, () => import('./net_listening.openrpc.ts')],
  net_peerCount: [net_peerCount, () => import('./net_peerCount.openrpc.ts')],
  web3_sha3: [web3_sha3, () => import('./web3_sha3.openrpc.ts')],
  debug_traceTransaction: [
    debug_traceTransaction,
    () => import('./debug_traceTransaction.openrpc.ts'),
  ],
  debug_traceBlockByNumber: [
    debug_traceBlockByNumber,
    () => import('./debug_traceBlockByNumber.openrpc.ts'),
  ],
  debug_traceBlockByHash: [
    debug_traceBlockByHash,
    () => import('./debug_traceBlockByHash.openrpc.ts'),
  ],
  debug_traceCall: [debug_traceCall, () => import('./debug_traceCall.openrpc.ts')],
  trace_block: [trace_block, () => import('./trace_block.openrpc.ts')],
  trace_transaction: [trace_transaction, () => import('./trace_transaction.openrpc.ts')],
  trace_get: [trace_get, () => import('./trace_get.openrpc.ts')],
  trace_filter: [trace_filter, () => import('./trace_filter.openrpc.ts')],
  trace_replayBlockTransactions: [
    trace_replayBlockTransactions,
    () => import('./trace_replayBlockTransactions.openrpc.ts'),
  ],
  trace_replayTransaction: [
    trace_replayTransaction,
    () => import('./trace_replayTransaction.openrpc.ts'),
  ],
  ommer_explorer: [ommer_explorer, () => import('./ommer_explorer.openrpc.ts')],
  ommer_inDialect: [ommer_inDialect, () => import('./ommer_inDialect.openrpc.ts')],
  ommer_requests: [ommer_requests, () => import('./ommer_requests.openrpc.ts')],
  ommer_request: [ommer_request, () => import('./ommer_request.openrpc.ts')],
  ommer_tree: [ommer_tree, () => import('./ommer_tree.openrpc.ts')],
  'rpc.discover': [rpc_discover, () => import('./rpc_discover.openrpc.ts')],
} satisfies Readonly<Record<string, RegisteredMethod>>

/** Those that need the keys of accounts, or write to an endpoint. */
const writing = {
  eth_sendRawTransaction: [
    eth_sendRawTransaction,
    () => import('./eth_sendRawTransaction.openrpc.ts'),
    'sends',
  ],
  eth_sendRawTransactionSync: [
    eth_sendRawTransactionSync,
    () => import('./eth_sendRawTransactionSync.openrpc.ts'),
    'sendsAndWaits',
  ],
  eth_sendTransaction: [
    eth_sendTransaction,
    () => import('./eth_sendTransaction.openrpc.ts'),
    'sends',
  ],
  eth_sendUnsignedTransaction: [
    eth_sendUnsignedTransaction,
    () => import('./eth_sendUnsignedTransaction.openrpc.ts'),
    'sends',
  ],
  eth_sign: [eth_sign, () => import('./eth_sign.openrpc.ts')],
  eth_signTransaction: [eth_signTransaction, () => import('./eth_signTransaction.openrpc.ts')],
  eth_signTypedData: [eth_signTypedData_v4, () => import('./eth_signTypedData_v4.openrpc.ts')],
  eth_signTypedData_v4: [eth_signTypedData_v4, () => import('./eth_signTypedData_v4.openrpc.ts')],
  personal_sign: [personal_sign, () => import('./personal_sign.openrpc.ts')],
  personal_ecRecover: [personal_ecRecover, () => import('./personal_ecRecover.openrpc.ts')],
} satisfies Readonly<Record<string, RegisteredMethod>>

/** Those that read the pool of an endpoint. */
const pool = {
  txpool_content: [txpool_content, () => import('./txpool_content.openrpc.ts')],
  txpool_contentFrom: [txpool_contentFrom, () => import('./txpool_contentFrom.openrpc.ts')],
  txpool_inspect: [txpool_inspect, () => import('./txpool_inspect.openrpc.ts')],
  txpool_status: [txpool_status, () => import('./txpool_status.openrpc.ts')],
} satisfies Readonly<Record<string, RegisteredMethod>>

const subscribing = {
  eth_subscribe: [eth_subscribe, undefined, 'creates'],
  eth_unsubscribe: [eth_unsubscribe, undefined, 'ends'],
} satisfies Readonly<Record<string, readonly [Method, undefined, MethodEffect]>>

export type MethodSet = 'core' | 'all'

export type MethodName = keyof typeof all | keyof typeof writing | keyof typeof pool

/** The methods of each set by name. A Map, because a name that a client sends must not find members of a prototype. */
export const methodSets: Readonly<Record<MethodSet, ReadonlyMap<string, Method>>> = {
  core: methodsByName(core),
  all: methodsByName(all),
}

function methodsByName(
  methods: Readonly<Record<string, readonly [Method, ...unknown[]]>>,
): ReadonlyMap<string, Method> {
  return new Map(Object.entries(methods).map(([name, [method]]) => [name, method]))
}

/** Loads what `rpc.discover` says about a method. */
export async function loadDescription(name: MethodName): Promise<MethodDescription> {
  const [, load] = { ...all, ...writing, ...pool }[name]
  return (await load()).description
}

export const methodSetNames = Object.keys(methodSets) as readonly MethodSet[]

/**
 * The methods of each set that need a WebSocket. `rpc.discover` leaves them out: OpenRPC cannot describe notifications,
 * and its document is the same for each transport.
 */
export const subscriptionMethods: Readonly<Record<MethodSet, ReadonlyMap<string, Method>>> = {
  core: new Map(),
  all: methodsByName(subscribing),
}

/**
 * The methods that `dev` adds: those that sign for the accounts of the chain and send transactions, which no web page of
 * another origin may call, and those that read what was sent.
 */
export const walletMethods: ReadonlyMap<string, Method> = new Map([
  ...Array.from(methodsByName(writing), ([name, method]) => [name, forOwnOrigins(method)] as const),
  ...methodsByName(pool),
])

const rows: Readonly<Record<string, readonly [Method, unknown, MethodEffect?]>> = {
  ...all,
  ...writing,
  ...pool,
  ...subscribing,
}

/** The names of all methods, whichever set is served. */
export const methodNames: readonly string[] = Object.keys(rows)

/** What each method changes that changes something. All others only read. Moves are not among them. */
export const methodEffects: ReadonlyMap<string, MethodEffect> = new Map(
  Object.entries(rows).flatMap(([name, [, , effect]]) =>
    effect === undefined ? [] : [[name, effect] as const],
  ),
)

/** The names of the methods with one of some effects. */
export function methodsThat(...effects: readonly MethodEffect[]): ReadonlySet<string> {
  return new Set(
    [...methodEffects].flatMap(([name, each]) => (effects.includes(each) ? [name] : [])),
  )
}
