import { type EffectFact, hasFact, type Method } from '../method.ts'
import type { MethodSet } from '../methodSet.ts'
import { anvil_dealERC20 } from './anvil_dealERC20.ts'
import { anvil_dumpState } from './anvil_dumpState.ts'
import { anvil_getBlobByHash } from './anvil_getBlobByHash.ts'
import { anvil_getBlobsByTransactionHash } from './anvil_getBlobsByTransactionHash.ts'
import { anvil_setERC20Allowance } from './anvil_setERC20Allowance.ts'
import { debug_executionWitness } from './debug_executionWitness.ts'
import { debug_getBadBlocks } from './debug_getBadBlocks.ts'
import { debug_getRawBlock } from './debug_getRawBlock.ts'
import { debug_getRawBlockAccessList } from './debug_getRawBlockAccessList.ts'
import { debug_getRawHeader } from './debug_getRawHeader.ts'
import { debug_getRawReceipts } from './debug_getRawReceipts.ts'
import { debug_getRawTransaction } from './debug_getRawTransaction.ts'
import { debug_intermediateRoots } from './debug_intermediateRoots.ts'
import { debug_storageRangeAt } from './debug_storageRangeAt.ts'
import { debug_traceBlock } from './debug_traceBlock.ts'
import { debug_traceBlockByHash } from './debug_traceBlockByHash.ts'
import { debug_traceBlockByNumber } from './debug_traceBlockByNumber.ts'
import { debug_traceCall } from './debug_traceCall.ts'
import { debug_traceTransaction } from './debug_traceTransaction.ts'
import { erigon_getHeaderByNumber } from './erigon_getHeaderByNumber.ts'
import { eth_accounts } from './eth_accounts.ts'
import { eth_baseFee } from './eth_baseFee.ts'
import { eth_blobBaseFee } from './eth_blobBaseFee.ts'
import { eth_blockNumber } from './eth_blockNumber.ts'
import { eth_call } from './eth_call.ts'
import { eth_callMany } from './eth_callMany.ts'
import { eth_capabilities } from './eth_capabilities.ts'
import { eth_chainId } from './eth_chainId.ts'
import { eth_coinbase } from './eth_coinbase.ts'
import { eth_config } from './eth_config.ts'
import { eth_createAccessList } from './eth_createAccessList.ts'
import { eth_estimateGas } from './eth_estimateGas.ts'
import { eth_feeHistory } from './eth_feeHistory.ts'
import { eth_fillTransaction } from './eth_fillTransaction.ts'
import { eth_gasPrice } from './eth_gasPrice.ts'
import { eth_getAccount } from './eth_getAccount.ts'
import { eth_getAccountInfo } from './eth_getAccountInfo.ts'
import { eth_getBalance } from './eth_getBalance.ts'
import { eth_getBlockAccessList } from './eth_getBlockAccessList.ts'
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
import { eth_getTransactionBySenderAndNonce } from './eth_getTransactionBySenderAndNonce.ts'
import { eth_getTransactionCount } from './eth_getTransactionCount.ts'
import { eth_getTransactionReceipt } from './eth_getTransactionReceipt.ts'
import { eth_getUncleByBlockHashAndIndex } from './eth_getUncleByBlockHashAndIndex.ts'
import { eth_getUncleByBlockNumberAndIndex } from './eth_getUncleByBlockNumberAndIndex.ts'
import { eth_getUncleCountByBlockHash } from './eth_getUncleCountByBlockHash.ts'
import { eth_getUncleCountByBlockNumber } from './eth_getUncleCountByBlockNumber.ts'
import { eth_hashrate } from './eth_hashrate.ts'
import { eth_maxPriorityFeePerGas } from './eth_maxPriorityFeePerGas.ts'
import { eth_mining } from './eth_mining.ts'
import { eth_newBlockFilter } from './eth_newBlockFilter.ts'
import { eth_newFilter } from './eth_newFilter.ts'
import { eth_newPendingTransactionFilter } from './eth_newPendingTransactionFilter.ts'
import { eth_pendingTransactions } from './eth_pendingTransactions.ts'
import { eth_protocolVersion } from './eth_protocolVersion.ts'
import { eth_requestAccounts } from './eth_requestAccounts.ts'
import { eth_resend } from './eth_resend.ts'
import { eth_sendRawTransaction } from './eth_sendRawTransaction.ts'
import { eth_sendRawTransactionSync } from './eth_sendRawTransactionSync.ts'
import { eth_sendTransaction } from './eth_sendTransaction.ts'
import { eth_sendTransactionSync } from './eth_sendTransactionSync.ts'
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
import { ommer_contracts } from './ommer_contracts.ts'
import { ommer_explorer } from './ommer_explorer.ts'
import { ommer_inDialect } from './ommer_inDialect.ts'
import { ommer_report } from './ommer_report.ts'
import { ommer_request } from './ommer_request.ts'
import { ommer_requests } from './ommer_requests.ts'
import { ommer_transaction } from './ommer_transaction.ts'
import { ommer_tree } from './ommer_tree.ts'
import { ots_getApiLevel } from './ots_getApiLevel.ts'
import { ots_getBlockDetails } from './ots_getBlockDetails.ts'
import { ots_getBlockDetailsByHash } from './ots_getBlockDetailsByHash.ts'
import { ots_getBlockTransactions } from './ots_getBlockTransactions.ts'
import { ots_getContractCreator } from './ots_getContractCreator.ts'
import { ots_getInternalOperations } from './ots_getInternalOperations.ts'
import { ots_getTransactionBySenderAndNonce } from './ots_getTransactionBySenderAndNonce.ts'
import { ots_getTransactionError } from './ots_getTransactionError.ts'
import { ots_hasCode } from './ots_hasCode.ts'
import { ots_searchTransactionsAfter } from './ots_searchTransactionsAfter.ts'
import { ots_searchTransactionsBefore } from './ots_searchTransactionsBefore.ts'
import { ots_traceTransaction } from './ots_traceTransaction.ts'
import { personal_ecRecover } from './personal_ecRecover.ts'
import { personal_sign } from './personal_sign.ts'
import { rpc_discover } from './rpc_discover.ts'
import { rpc_modules } from './rpc_modules.ts'
import { testing_buildBlockV1 } from './testing_buildBlockV1.ts'
import { trace_block } from './trace_block.ts'
import { trace_call } from './trace_call.ts'
import { trace_callMany } from './trace_callMany.ts'
import { trace_filter } from './trace_filter.ts'
import { trace_get } from './trace_get.ts'
import { trace_rawTransaction } from './trace_rawTransaction.ts'
import { trace_replayBlockTransactions } from './trace_replayBlockTransactions.ts'
import { trace_replayTransaction } from './trace_replayTransaction.ts'
import { trace_transaction } from './trace_transaction.ts'
import { txpool_content } from './txpool_content.ts'
import { txpool_contentFrom } from './txpool_contentFrom.ts'
import { txpool_inspect } from './txpool_inspect.ts'
import { txpool_status } from './txpool_status.ts'
import { web3_clientVersion } from './web3_clientVersion.ts'
import { web3_sha3 } from './web3_sha3.ts'

/** To add a method, write its file and list it here. */
const described: readonly Method[] = [
  eth_getBlockByHash,
  eth_getBlockByNumber,
  eth_getUncleByBlockNumberAndIndex,
  eth_getTransactionByBlockNumberAndIndex,
  eth_getBlockReceipts,
  eth_getBlockAccessList,
  eth_call,
  eth_callMany,
  eth_estimateGas,
  eth_createAccessList,
  eth_fillTransaction,
  eth_simulateV1,
  eth_chainId,
  net_version,
  eth_blockNumber,
  eth_syncing,
  web3_clientVersion,
  eth_getBlockTransactionCountByHash,
  eth_getBlockTransactionCountByNumber,
  eth_getUncleCountByBlockHash,
  eth_getUncleCountByBlockNumber,
  eth_getUncleByBlockHashAndIndex,
  eth_getTransactionByBlockHashAndIndex,
  eth_getTransactionByHash,
  eth_getTransactionBySenderAndNonce,
  eth_getTransactionReceipt,
  debug_getRawHeader,
  debug_getRawBlock,
  debug_getRawBlockAccessList,
  debug_getRawReceipts,
  debug_getRawTransaction,
  debug_getBadBlocks,
  anvil_getBlobByHash,
  anvil_getBlobsByTransactionHash,
  eth_getHeaderByNumber,
  eth_getHeaderByHash,
  eth_getRawTransactionByHash,
  eth_getRawTransactionByBlockHashAndIndex,
  eth_getRawTransactionByBlockNumberAndIndex,
  eth_getLogs,
  eth_newFilter,
  eth_newBlockFilter,
  eth_newPendingTransactionFilter,
  eth_getFilterChanges,
  eth_getFilterLogs,
  eth_uninstallFilter,
  eth_gasPrice,
  eth_maxPriorityFeePerGas,
  eth_feeHistory,
  eth_baseFee,
  eth_blobBaseFee,
  eth_config,
  eth_capabilities,
  eth_accounts,
  eth_coinbase,
  eth_mining,
  eth_hashrate,
  eth_protocolVersion,
  eth_requestAccounts,
  eth_getBalance,
  eth_getTransactionCount,
  eth_getCode,
  eth_getStorageAt,
  eth_getStorageValues,
  eth_getProof,
  eth_getAccount,
  eth_getAccountInfo,
  net_listening,
  net_peerCount,
  web3_sha3,
  rpc_modules,
  debug_traceTransaction,
  debug_traceBlockByNumber,
  debug_traceBlockByHash,
  debug_executionWitness,
  debug_storageRangeAt,
  debug_traceBlock,
  debug_traceCall,
  debug_intermediateRoots,
  trace_block,
  trace_transaction,
  trace_get,
  trace_filter,
  trace_replayBlockTransactions,
  trace_replayTransaction,
  trace_call,
  trace_callMany,
  trace_rawTransaction,
  erigon_getHeaderByNumber,
  ots_getApiLevel,
  ots_getBlockDetails,
  ots_getBlockDetailsByHash,
  ots_getBlockTransactions,
  ots_searchTransactionsBefore,
  ots_searchTransactionsAfter,
  ots_getTransactionBySenderAndNonce,
  ots_getContractCreator,
  ots_getInternalOperations,
  ots_getTransactionError,
  ots_traceTransaction,
  ots_hasCode,
  ommer_explorer,
  ommer_contracts,
  ommer_requests,
  ommer_request,
  ommer_transaction,
  ommer_report,
  ommer_tree,
  rpc_discover,
  eth_sendRawTransaction,
  eth_sendRawTransactionSync,
  eth_sendTransaction,
  eth_sendTransactionSync,
  eth_sendUnsignedTransaction,
  eth_resend,
  eth_sign,
  eth_signTransaction,
  eth_signTypedData_v4,
  personal_sign,
  personal_ecRecover,
  testing_buildBlockV1,
  txpool_content,
  txpool_contentFrom,
  txpool_inspect,
  txpool_status,
  eth_pendingTransactions,
  anvil_dealERC20,
  anvil_dumpState,
  anvil_setERC20Allowance,
  eth_subscribe,
  eth_unsubscribe,
]

/** Every method but those that are generated from moves. */
export const methods: readonly Method[] = [...described, ommer_inDialect(described)]

/** All of them by name, also by the other names that clients use. */
export const methodsByName: ReadonlyMap<string, Method> = byName(() => true)

/** The names of all methods, whichever set is served. */
export const methodNames: readonly string[] = [...methodsByName.keys()]

/** The methods of each set by name, but for those of `dev` and those that need a WebSocket. */
export const methodSets: Readonly<Record<MethodSet, ReadonlyMap<string, Method>>> = {
  core: byName((method) => method.set === 'core'),
  all: byName((method) => method.set !== 'dev' && !needsWebSocket(method)),
}

export const methodSetNames = Object.keys(methodSets) as readonly MethodSet[]

/**
 * The methods of each set that need a WebSocket. `rpc.discover` leaves them out: OpenRPC cannot describe notifications,
 * and its document is the same for each transport.
 */
export const subscriptionMethods: Readonly<Record<MethodSet, ReadonlyMap<string, Method>>> = {
  core: new Map(),
  all: byName(needsWebSocket),
}

/** The methods that `dev` adds: they sign for the accounts of the chain, send transactions, and read what was sent. */
export const walletMethods: ReadonlyMap<string, Method> = byName((method) => method.set === 'dev')

/** The names of the methods for which something follows from what they do. */
export function methodsWith(fact: EffectFact): ReadonlySet<string> {
  return new Set(byName((method) => hasFact(method, fact)).keys())
}

function needsWebSocket(method: Method): boolean {
  return hasFact(method, 'needsWebSocket')
}

/** A Map, because a name that a client sends must not find members of a prototype. */
function byName(isIncluded: (method: Method) => boolean): ReadonlyMap<string, Method> {
  return new Map(
    methods
      .filter(isIncluded)
      .flatMap((method) =>
        [method.name, ...(method.aliases ?? [])].map((name) => [name, method] as const),
      ),
  )
}
