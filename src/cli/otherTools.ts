/** The tools whose options and methods docs/coming-from.md compares with ours. */
export const tools = ['Anvil', 'Hardhat', 'Ganache'] as const

type Tool = (typeof tools)[number]

interface OptionElsewhere extends Readonly<Partial<Record<Tool, readonly string[]>>> {
  /** what to do here, as the end of an error message: `use --host`, or why there is nothing like it */
  readonly here: string
}

const repeats =
  'requests to a forked network are repeated, and slowed down as it asks; ommer anvil takes these options'
const signsForAll = 'the server signs for all accounts of genesis, as long as it runs with --dev'

/**
 * The options of other tools. Error messages about unknown options are made from it, and docs/coming-from.md. Names of one
 * row are one option.
 */
export const optionsElsewhere: readonly OptionElsewhere[] = [
  {
    Anvil: ['--host'],
    Hardhat: ['--hostname'],
    Ganache: ['--host', '--server.host'],
    here: 'use --host',
  },
  {
    Anvil: ['--port', '-p'],
    Hardhat: ['--port'],
    Ganache: ['--port', '--server.port', '-p'],
    here: 'use --port',
  },
  {
    Anvil: ['--chain-id'],
    Hardhat: ['--chain-id'],
    Ganache: ['--networkId', '--chain.networkId', '--chain.chainId', '--chainId', '-i'],
    here: 'use --chain-id',
  },
  {
    Anvil: ['--hardfork'],
    Ganache: ['--hardfork', '--chain.hardfork', '-k'],
    here: 'use --forks or --preset',
  },
  {
    Hardhat: ['--chain-type'],
    Anvil: ['--network', '-n', '--celo'],
    here: 'only Ethereum is simulated',
  },
  {
    Anvil: ['--mnemonic', '-m'],
    Ganache: ['--mnemonic', '--wallet.mnemonic', '-m'],
    here: 'use --mnemonic; --dev alone funds the accounts of "test test … junk"',
  },
  {
    Anvil: ['--mnemonic-random', '--mnemonic-seed-unsafe'],
    Ganache: ['--wallet.seed', '--deterministic', '--wallet.deterministic', '-d'],
    here: 'use --mnemonic for a phrase, or --seed, from which other accounts follow',
  },
  {
    Anvil: ['--accounts', '-a'],
    Ganache: ['--accounts', '--wallet.totalAccounts', '-a'],
    here: 'use --mnemonic-accounts; --accounts are those of the seed',
  },
  {
    Anvil: ['--balance'],
    Ganache: ['--defaultBalanceEther', '--wallet.defaultBalance', '-e'],
    here: 'use --mnemonic-balance',
  },
  {
    Anvil: ['--fund-accounts'],
    Ganache: ['--account', '--wallet.accounts'],
    here: 'use anvil_setBalance, and anvil_impersonateAccount to send, with --dev',
  },
  {
    Anvil: ['--derivation-path'],
    Ganache: ['--wallet.hdPath', '--hdPath'],
    here: 'use --derivation-path',
  },
  {
    Ganache: ['--secure', '--wallet.lock', '--unlock', '--wallet.unlockedAccounts', '-u'],
    here: signsForAll,
  },
  { Ganache: ['--wallet.passphrase', '--passphrase'], here: 'accounts have no passwords' },
  {
    Ganache: ['--account_keys_path', '--wallet.accountKeysPath'],
    Anvil: ['--config-out'],
    here: 'use --json, which prints the accounts with their keys',
  },
  {
    Anvil: ['--auto-impersonate', '--auto-unlock'],
    here: 'use anvil_autoImpersonateAccount, with --dev',
  },
  {
    Anvil: ['--block-time', '--blockTime', '-b'],
    Ganache: ['--blockTime', '--miner.blockTime', '-b'],
    here: 'use --block-time',
  },
  { Anvil: ['--no-mining', '--no-mine'], here: 'use --no-mining, with --dev' },
  {
    Anvil: ['--mixed-mining'],
    here: 'use --mixed-mining with --block-time, with --dev',
  },
  {
    Ganache: ['--miner.instamine', '--instamine'],
    here: 'a response waits for its block, unless --no-mining is set',
  },
  {
    Anvil: ['--order'],
    here: 'use --pool-order, with --dev; ommer_reorg can put transactions in any order',
  },
  { Anvil: ['--max-transactions'], here: 'use --gas-limit' },
  {
    Anvil: ['--gas-limit'],
    Ganache: ['--gasLimit', '--miner.blockGasLimit', '-l'],
    here: 'use --gas-limit',
  },
  { Anvil: ['--disable-block-gas-limit'], here: 'use --gas-limit with a large number' },
  {
    Anvil: ['--gas-price', '--disable-min-priority-fee', '--no-priority-fee'],
    Ganache: ['--gasPrice', '--miner.defaultGasPrice', '-g'],
    here: 'eth_gasPrice follows from the blocks, as in geth; any tip is accepted',
  },
  {
    Ganache: ['--miner.callGasLimit', '--callGasLimit'],
    here: 'use --call-gas',
  },
  {
    Ganache: ['--miner.defaultTransactionGasLimit', '--miner.difficulty', '--miner.priceBump'],
    here: 'it is fixed, as in geth',
  },
  {
    Ganache: ['--miner.coinbase'],
    here: 'use anvil_setCoinbase, with --dev',
  },
  {
    Ganache: ['--miner.timestampIncrement'],
    here: 'use anvil_setBlockTimestampInterval, with --dev',
  },
  {
    Anvil: ['--block-base-fee-per-gas', '--base-fee'],
    here: 'use --base-fee, or later anvil_setNextBlockBaseFeePerGas, with --dev',
  },
  {
    Anvil: ['--code-size-limit', '--disable-code-size-limit'],
    Ganache: [
      '--allowUnlimitedContractSize',
      '--chain.allowUnlimitedContractSize',
      '--chain.allowUnlimitedInitCodeSize',
    ],
    here: 'use --code-size-limit',
  },
  {
    Anvil: ['--enable-tx-gas-limit', '--tx-gas-limit'],
    here: 'the dialect decides: geth and infura have the limit of the protocol, anvil has none',
  },
  { Anvil: ['--disable-pool-balance-checks'], here: 'use anvil_setBalance, with --dev' },
  {
    Anvil: ['--disable-default-create2-deployer', '--no-create2'],
    here: 'use --no-create2-factory',
  },
  {
    Anvil: ['--timestamp'],
    Ganache: ['--time', '--chain.time', '-t'],
    here: 'use --genesis-time; evm_setNextBlockTimestamp sets later ones, with --dev',
  },
  { Anvil: ['--number'], here: 'use --blocks; the genesis block has the number 0' },
  {
    Anvil: ['--slots-in-an-epoch'],
    here: 'use --finality',
  },
  { Anvil: ['--init'], here: 'use --genesis' },
  {
    Anvil: ['--state'],
    Ganache: ['--db', '--database.db', '--database.dbPath'],
    here: 'use --state, or --journal, which also keeps what happened to endpoints',
  },
  { Anvil: ['--load-state'], here: 'use --load-state' },
  { Anvil: ['--dump-state'], here: 'use --dump-state' },
  { Anvil: ['--state-interval', '-s'], here: 'use --state-interval' },
  {
    Anvil: ['--preserve-historical-states'],
    here: 'dumps have the state of the last block; --journal keeps that of all',
  },
  {
    Anvil: ['--max-persisted-states', '--prune-history'],
    here: 'use --history; the state of every block can be read',
  },
  { Anvil: ['--transaction-block-keeper', '--memory-limit'], here: 'use --limit' },
  { Anvil: ['--no-request-size-limit'], here: 'use --limit requestBytes' },
  { Anvil: ['--threads', '-j', '--jobs'], here: 'use --workers' },
  { Anvil: ['--ipc', '--ipcpath'], here: 'use --ipc' },
  {
    Anvil: ['--allow-origin', '--no-cors'],
    here: 'every origin may read; use --cors for pages that send',
  },
  {
    Ganache: ['--server.ws', '--server.wsBinary', '--server.rpcEndpoint'],
    here: 'WebSocket is always on',
  },
  {
    Anvil: ['--fork-url', '--rpc-url', '-f'],
    Hardhat: ['--fork'],
    Ganache: ['--fork', '--fork.url', '--fork.network', '-f'],
    here: 'use --fork-url',
  },
  {
    Anvil: ['--fork-block-number'],
    Hardhat: ['--fork-block-number'],
    Ganache: ['--fork.blockNumber'],
    here: 'use --fork-block',
  },
  {
    Anvil: ['--fork-header'],
    Ganache: ['--fork.headers', '--fork.userAgent'],
    here: 'use --fork-header',
  },
  {
    Anvil: ['--fork-transaction-hash'],
    here: 'use ommer anvil, which takes it, or --fork-block',
  },
  {
    Anvil: ['--fork-chain-id'],
    here: 'the network says its chain id, and --chain-id changes it; ommer anvil checks it',
  },
  {
    Anvil: [
      '--fork-retry-backoff',
      '--compute-units-per-second',
      '--no-rate-limit',
      '--no-rpc-rate-limit',
      '--retries',
    ],
    Ganache: ['--fork.requestsPerSecond'],
    here: repeats,
  },
  {
    Anvil: ['--timeout'],
    here: 'a forked network has 30 seconds for each response; ommer anvil takes this option',
  },
  {
    Anvil: ['--no-storage-caching'],
    Ganache: ['--fork.disableCache', '--fork.deleteCache'],
    here: 'what is read of a forked network is in memory alone, unless --fork-witness names a folder; ommer record writes blocks to files',
  },
  { Anvil: ['--cache-path'], here: 'use --no-cache, or XDG_CACHE_HOME for another folder' },
  {
    Anvil: ['--print-traces', '--enable-trace-printing', '--steps-tracing', '--tracing'],
    Ganache: ['--logging.debug', '--debug'],
    here: 'use debug_traceTransaction, or the explorer, which shows calls',
  },
  { Anvil: ['--disable-console-log', '--no-console-log'], here: 'use --no-console-log' },
  {
    Anvil: ['--quiet', '-q', '--silent'],
    Ganache: ['--quiet', '--logging.quiet', '-q'],
    here: 'use --silent',
  },
  {
    Anvil: ['--verbosity', '-v'],
    Ganache: ['--verbose', '--logging.verbose', '-v'],
    here: 'use --log-level',
  },
  { Anvil: ['--json'], here: 'use --json, which prints one line when it is ready' },
  { Anvil: ['--color', '--md'], here: 'output is plain text' },
  {
    Ganache: ['--noVMErrorsOnRPCResponse', '--chain.vmErrorsOnRPCResponse'],
    here: 'a transaction that reverts is mined, and its receipt has the status',
  },
  { Ganache: ['--chain.asyncRequestProcessing'], here: 'requests are processed at the same time' },
]

/**
 * Adds to the error for an unknown option what to use instead of it, if other tools have it.
 *
 * @param server the command that has what is to be used, where that is not the one that was run
 */
export function withHint(
  error: string,
  server?: { readonly name: string; has(option: string): boolean },
): string {
  const [, unknown, name = ''] = /^(error: unknown option '([^'=]+).*?')/.exec(error) ?? []
  // `-vvv` is `-v` three times.
  const short = name.replace(/^(-(\w))\2+$/, '$1')
  const known = optionsElsewhere.find((row) => tools.some((tool) => row[tool]?.includes(short)))
  if (server?.has(short))
    return `${unknown}; it is an option of another command: ${server.name} ${short}`
  // Instead of the suggestion of commander, which only compares letters.
  if (known === undefined) return error
  const elsewhere = server !== undefined && known.here.includes('--') ? ` (of ${server.name})` : ''
  return `${unknown}; ${known.here}${elsewhere}`
}
