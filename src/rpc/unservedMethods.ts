/** Methods that other nodes, bundlers, wallets and development tools serve, by the reason why this server does not. */
const byReason: Readonly<Record<string, readonly string[]>> = {
  'eth_sendRawTransaction sends transactions, with --dev': [
    'eth_sendRawTransactionConditional',
    'eth_cancelBundle',
    'eth_cancelPrivateTransaction',
    'eth_getBundleStatsV2',
    'eth_getUserStatsV2',
    'eth_sendBundle',
    'eth_sendEndOfBlockBundle',
    'eth_sendPrivateRawTransaction',
    'eth_sendPrivateTransaction',
    'personal_sendTransaction',
    'wallet_sendTransaction',
    'ganache_dropAllTransactions',
    'ganache_removePoolTransactions',
  ],
  'evm_setBlockGasLimit sets it, with --dev': ['miner_setGasLimit'],
  'anvil_setCoinbase sets it, with --dev': ['miner_setEtherbase'],
  'anvil_setMinGasPrice sets it, with --dev': ['miner_setGasPrice'],
  'this server is a node and not a wallet': [
    'wallet_getCapabilities',
    'anvil_addCapability',
    'anvil_setExecutor',
  ],
  'this server knows no sources of contracts': [
    'hardhat_addCompilationResult',
    'hardhat_getStackTraceFailuresCount',
  ],
  'signatures are checked as the protocol says': ['anvil_impersonateSignature'],
  'eth_getCode reads code': ['debug_codeByHash'],
  'debug_traceTransaction returns traces': ['anvil_enableTraces', 'debug_traceChain'],
  'eth_signTypedData_v4 signs typed data': ['eth_signTypedData_v1'],
  'this server encrypts nothing': ['eth_decrypt', 'eth_getEncryptionPublicKey'],
  'eth_accounts lists the accounts, which have no passwords': [
    'personal_listAccounts',
    'personal_unlockAccount',
    'personal_lockAccount',
  ],
  'no accounts can be added': ['personal_newAccount', 'personal_importRawKey'],
  'anvil_dumpState and anvil_loadState dump and load it, with --dev': [
    'ganache_dumpState',
    'ganache_loadState',
  ],
  'anvil_setBalance sets a balance, with --dev': [
    'ganache_addBalance',
    'tenderly_setBalance',
    'tenderly_addBalance',
  ],
  'anvil_setCode sets code, with --dev': ['tenderly_setCode'],
  'anvil_setStorageAt sets a slot, with --dev': [
    'ganache_setERC20Allowance',
    'ganache_dealERC20',
    'hardhat_setERC20Allowance',
    'tenderly_setStorageAt',
  ],
  'blocks are mined by moves such as evm_mine, and with --block-time': [
    'miner_start',
    'miner_stop',
    'hardhat_intervalMine',
    'eth_getWork',
    'eth_submitHashrate',
    'eth_submitWork',
  ],
  'the option --silent turns off what the terminal tells': ['ganache_setLoggingEnabled'],
  'it is no longer part of the specification': [
    'eth_compileLLL',
    'eth_compileSerpent',
    'eth_compileSolidity',
    'eth_getCompilers',
  ],
  'only Erigon and Bor have it': ['eth_callBundle', 'eth_getTransactionReceiptsByBlock'],
  'only Besu has it': [
    'eth_getMinerDataByBlockHash',
    'eth_getMinerDataByBlockNumber',
    'net_enode',
    'net_services',
  ],
  'anvil_getBlobsByTransactionHash returns blobs, and the beacon API sidecars': [
    'eth_getBlobSidecarByTxHash',
    'eth_getBlobSidecars',
  ],
  'only BNB Smart Chain has it': ['eth_getFinalizedBlock', 'eth_getFinalizedHeader'],
  'it is a method of bundlers (ERC-4337)': [
    'eth_estimateUserOperationGas',
    'eth_getUserOperationByHash',
    'eth_getUserOperationReceipt',
    'eth_sendUserOperation',
    'eth_supportedEntryPoints',
  ],
}

/** Why a method that clients call is not served, by the name of the method. */
export const unservedMethods: ReadonlyMap<string, string> = new Map(
  Object.entries(byReason).flatMap(([reason, names]) => names.map((name) => [name, reason])),
)

/** Those in our namespaces. Clients call them even though they are not served here, so rules may name them. */
export const methodsElsewhere: readonly string[] = [...unservedMethods.keys()].filter((name) =>
  /^(?:eth|net|web3|rpc)_/.test(name),
)
