/**
 * Methods in our namespaces that other nodes, bundlers and wallets serve. Clients call them even though they are not
 * served here, so rules may name them.
 */
export const methodsElsewhere: readonly string[] = [
  // execution-apis
  ...['eth_coinbase', 'eth_getBlockAccessList'],
  ...['eth_sendRawTransaction', 'eth_sendRawTransactionSync', 'eth_sendTransaction', 'eth_sign'],
  'eth_signTransaction',
  // removed from execution-apis, and still called
  ...['eth_compileLLL', 'eth_compileSerpent', 'eth_compileSolidity', 'eth_getCompilers'],
  ...['eth_getWork', 'eth_hashrate', 'eth_mining', 'eth_protocolVersion', 'eth_submitHashrate'],
  'eth_submitWork',
  // geth
  ...['eth_fillTransaction'],
  ...['eth_pendingTransactions', 'eth_resend', 'rpc_modules'],
  // Erigon and Bor
  ...['eth_callBundle', 'eth_callMany', 'eth_getTransactionReceiptsByBlock'],
  // Nethermind and Reth
  ...['eth_getAccount', 'eth_getAccountInfo', 'eth_getTransactionBySenderAndNonce'],
  // Besu
  ...['eth_getMinerDataByBlockHash', 'eth_getMinerDataByBlockNumber', 'net_enode', 'net_services'],
  // BNB Smart Chain
  ...['eth_getBlobSidecarByTxHash', 'eth_getBlobSidecars'],
  ...['eth_getFinalizedBlock', 'eth_getFinalizedHeader'],
  // MEV relays and private transactions
  ...['eth_cancelBundle', 'eth_cancelPrivateTransaction', 'eth_getBundleStatsV2'],
  ...['eth_getUserStatsV2', 'eth_sendBundle', 'eth_sendEndOfBlockBundle'],
  ...['eth_sendPrivateRawTransaction', 'eth_sendPrivateTransaction'],
  'eth_sendRawTransactionConditional',
  // bundlers (ERC-4337)
  ...['eth_estimateUserOperationGas', 'eth_getUserOperationByHash', 'eth_getUserOperationReceipt'],
  ...['eth_sendUserOperation', 'eth_supportedEntryPoints'],
  // wallets
  ...['eth_decrypt', 'eth_getEncryptionPublicKey', 'eth_requestAccounts', 'eth_signTypedData'],
  ...['eth_signTypedData_v1', 'eth_signTypedData_v3', 'eth_signTypedData_v4'],
]
