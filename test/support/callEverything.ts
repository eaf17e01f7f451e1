import type { Chain } from '../../src/chain/chain.ts'
import type { Block } from '../../src/chain/encoding/block.ts'
import { toQuantity } from '../../src/primitives/hex.ts'
import type { Provider } from '../../src/rpc/provider.ts'
import { blocksOf } from './chain.ts'

/** A request, and its result, or its error where the dialect has one. */
export interface AnsweredCall {
  readonly method: string
  readonly params: readonly unknown[]
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

const NOBODY = `0x${'0'.repeat(64)}`
const TAGS = ['latest', 'earliest', 'pending', 'safe', 'finalized']
const FAR_ABOVE = '0xffffffff'

/** A signed transaction that offers no fee, valid on every chain. */
const UNPAID = `0xdf808082520894${'ab'.repeat(20)}80801b0101`

/** How many blocks have one that is traced: each trace runs a block again. */
const BLOCKS_PER_TRACE = 16

/** Blocks with calls that succeed, revert and halt. */
function simulation(full: boolean): object {
  const [from, to, reverting] = ['c0', 'c1', 'c2'].map((byte) => `0x${byte.repeat(20)}`)
  return {
    blockStateCalls: [
      {
        stateOverrides: {
          [from as string]: { balance: '0xde0b6b3a7640000' },
          [reverting as string]: { code: '0x60206000fd' },
        },
        blockOverrides: {
          withdrawals: [{ index: '0x1', validatorIndex: '0x2', address: to, amount: '0x3' }],
        },
        calls: [
          { from, to, value: '0x1' },
          { from, to: reverting, gas: '0xffff' },
          { from, to: reverting, gas: '0x5208' },
        ],
      },
    ],
    traceTransfers: true,
    returnFullTransactions: full,
  }
}

/** Calls every method with everything on a chain, and with missing objects. */
export async function* callEverything(
  chain: Chain,
  provider: Provider,
): AsyncGenerator<AnsweredCall> {
  for (const [method, params] of questions(chain)) {
    yield { method, params, ...(await answerOf(provider, method, params)) }
  }
}

/**
 * In the dialect `geth` a tag may name no block yet; in `anvil` counts of a block above the head are errors; blocks before
 * Amsterdam have no access list; nobody knows the blobs of the official chain.
 */
const NO_BLOCK =
  /^((safe|finalized) block not found|pending block is not available|Unknown block|Resource not found|BlockOutOfRangeError: .*|the blobs of transaction 0x\w+ are not known: .*)$/

/** The result, or the error if its message is one that is expected. */
export async function answerOf(
  provider: Pick<Provider, 'request'>,
  method: string,
  params: readonly unknown[],
  expected: RegExp = NO_BLOCK,
): Promise<Pick<AnsweredCall, 'result' | 'error'>> {
  try {
    return { result: await provider.request({ method, params }) }
  } catch (error) {
    const { code, message } = error as { readonly code: number; readonly message: string }
    if (!expected.test(message)) throw error
    return { error: { code, message } }
  }
}

export type Question = readonly [method: string, params: readonly unknown[]]

/** Methods without parameters. */
const BARE_METHODS =
  'eth_chainId net_version eth_blockNumber eth_syncing web3_clientVersion net_listening ' +
  'net_peerCount eth_gasPrice eth_maxPriorityFeePerGas eth_baseFee eth_blobBaseFee ' +
  'eth_config eth_capabilities eth_accounts eth_coinbase eth_mining eth_hashrate ' +
  'eth_protocolVersion eth_networkId rpc_modules debug_getBadBlocks ots_getApiLevel rpc.discover'

/** Requests to every method, about everything on a chain. */
export function* questions(chain: Chain): Generator<Question> {
  for (const method of BARE_METHODS.split(' ')) {
    yield [method, []]
  }
  yield ['ommer_explorer', []]
  yield [
    'ommer_inDialect',
    ['infura', { method: 'eth_getBlockByNumber', params: ['0xffffffff', true] }],
  ]
  yield ['ommer_inDialect', ['geth', { method: 'eth_getBlockByNumber', params: ['latest', true] }]]
  yield ['ommer_requests', [{ limit: 200 }]]
  yield ['ommer_request', [1]]
  yield ['ommer_request', [1_000_000_000]]
  yield ['ommer_tree', [{ from: 0, to: 255 }]]
  yield ['ommer_contracts', [[`0x${'ab'.repeat(20)}`]]]
  for (const tag of [...TAGS, FAR_ABOVE]) yield* ofBlockParameter(tag)
  yield ['web3_sha3', ['0x1234']]
  yield ['eth_getTransactionBySenderAndNonce', [`0x${'ab'.repeat(20)}`, '0x0']]
  yield ['ots_getTransactionBySenderAndNonce', [`0x${'ab'.repeat(20)}`, 0]]
  yield ['ots_getContractCreator', [`0x${'ab'.repeat(20)}`]]
  yield* ofBlobs(chain)
  yield ['eth_feeHistory', ['0x400', 'latest', [0, 33.3, 100]]]
  yield ['eth_feeHistory', ['0x0', 'latest', []]]
  yield ['eth_feeHistory', ['0x2', 'pending', [50]]]
  yield ['eth_feeHistory', [1, 'earliest', []]]
  yield* ofRawBlock(FAR_ABOVE)
  yield* ofBlockHash(NOBODY)
  yield* ofTransactionHash(NOBODY)
  for (const block of [FAR_ABOVE, 4_000_000_000, '4000000000', NOBODY, { blockHash: NOBODY }]) {
    yield ['eth_getBlockReceipts', [block]]
  }
  for (const block of blocksOf(chain)) yield* ofBlock(block)
}

/** Blobs of the first transaction that has some. */
function* ofBlobs(chain: Chain): Generator<Question> {
  yield ['anvil_getBlobByHash', [NOBODY]]
  yield ['anvil_getBlobsByTransactionHash', [NOBODY]]
  const transactions = blocksOf(chain).flatMap((block) => block.transactions)
  const transaction = transactions.find(({ type }) => type === 3)
  if (transaction === undefined) return
  yield ['anvil_getBlobByHash', [transaction.blobVersionedHashes?.[0]]]
  yield ['anvil_getBlobsByTransactionHash', [transaction.hash]]
}

function* ofBlock(block: Block): Generator<Question> {
  const { hash, header, transactions, uncles } = block
  const number = toQuantity(header.number)
  yield* ofBlockParameter(number)
  if (header.number % BLOCKS_PER_TRACE === 1) yield* ofTraces(block)
  yield ['eth_simulateV1', [simulation(header.number % 2 === 0), number]]
  yield* ofBlockHash(hash)
  yield ['eth_getLogs', [{ fromBlock: number, toBlock: number }]]
  yield ['eth_getLogs', [{ blockHash: hash }]]
  for (const block of [number, hash, { blockHash: hash }]) yield* ofRawBlock(block)
  for (const block of [header.number, String(header.number), hash, { blockHash: hash }]) {
    yield ['eth_getBlockReceipts', [block]]
  }
  for (const [position, transaction] of transactions.entries()) {
    const index = toQuantity(position)
    yield ['eth_getTransactionByBlockNumberAndIndex', [number, index]]
    yield ['eth_getTransactionByBlockHashAndIndex', [hash, index]]
    yield ['eth_getRawTransactionByBlockNumberAndIndex', [number, index]]
    yield ['eth_getRawTransactionByBlockHashAndIndex', [hash, index]]
    yield* ofTransactionHash(transaction.hash)
    const { from, nonce } = transaction
    if (position === 0) {
      yield ['eth_getTransactionBySenderAndNonce', [from, toQuantity(nonce)]]
      yield ['eth_getAccount', [from, number]]
      yield ['eth_getAccountInfo', [from, number]]
      yield ['ots_hasCode', [from, number]]
      yield ['ots_getTransactionBySenderAndNonce', [from, nonce]]
    }
  }
  // The block of an uncle exists, too.
  for (const uncle of uncles) yield* ofBlockHash(uncle.hash)
}

/** Traces of the first transaction of a block, and of all. */
function* ofTraces({ hash, header, receipts, transactions: [first] }: Block): Generator<Question> {
  const number = toQuantity(header.number)
  yield ['debug_traceBlockByNumber', [number, { tracer: 'callTracer' }]]
  yield ['debug_traceBlockByHash', [hash, { tracer: '4byteTracer' }]]
  yield ['debug_traceCall', [{ data: '0x00' }, number]]
  yield ['debug_intermediateRoots', [hash]]
  yield ['debug_executionWitness', [number]]
  yield ['debug_storageRangeAt', [hash, 0, header.miner, '0x', 2]]
  yield ['trace_rawTransaction', [UNPAID, ['trace']]]
  yield ['trace_call', [{ data: '0x00' }, ['trace', 'stateDiff'], number]]
  yield ['eth_callMany', [[{ transactions: [{ data: '0x00' }] }], { blockNumber: number }]]
  yield ['trace_callMany', [[[{ data: '0x00' }, ['trace']]], number]]
  yield ['trace_block', [number]]
  yield ['trace_replayBlockTransactions', [hash, ['trace']]]
  yield ['trace_filter', [{ fromBlock: number, toBlock: number, count: 1 }]]
  if (first === undefined) return
  yield ['debug_traceTransaction', [first.hash, { limit: 2 }]]
  yield ['trace_transaction', [first.hash]]
  yield ['trace_get', [first.hash, []]]
  yield ['trace_replayTransaction', [first.hash, ['stateDiff']]]
  yield ['ots_traceTransaction', [first.hash]]
  yield ['ots_getInternalOperations', [first.hash]]
  yield ['ots_getTransactionError', [first.hash]]
  yield ['ots_searchTransactionsBefore', [first.from, header.number + 1, 1]]
  yield ['ots_searchTransactionsAfter', [first.from, header.number - 1, 1]]
  for (const { contractAddress } of receipts) {
    if (contractAddress !== null) yield ['ots_getContractCreator', [contractAddress]]
  }
}

function* ofBlockParameter(block: string): Generator<Question> {
  yield ['eth_getBlockAccessListByBlockNumber', [block]]
  yield ['eth_getBlockByNumber', [block, true]]
  yield ['eth_getBlockByNumber', [block, false]]
  yield ['eth_getBlockTransactionCountByNumber', [block]]
  yield ['eth_getUncleCountByBlockNumber', [block]]
  yield ['eth_getHeaderByNumber', [block]]
  yield ['erigon_getHeaderByNumber', [block]]
  yield ['ots_getBlockDetails', [block]]
  yield ['ots_getBlockTransactions', [block, 0, 25]]
  yield ['eth_getBlockReceipts', [block]]
  for (const index of ['0x0', '0x1', '0xffff']) {
    yield ['eth_getTransactionByBlockNumberAndIndex', [block, index]]
    yield ['eth_getRawTransactionByBlockNumberAndIndex', [block, index]]
    yield ['eth_getUncleByBlockNumberAndIndex', [block, index]]
  }
}

function* ofBlockHash(hash: string): Generator<Question> {
  yield ['eth_getBlockAccessListByBlockHash', [hash]]
  yield ['eth_getBlockByHash', [hash, true]]
  yield ['eth_getBlockByHash', [hash, false]]
  yield ['eth_getBlockTransactionCountByHash', [hash]]
  yield ['eth_getUncleCountByBlockHash', [hash]]
  yield ['eth_getHeaderByHash', [hash]]
  yield ['ots_getBlockDetailsByHash', [hash]]
  for (const index of ['0x0', '0x1', '0xffff']) {
    yield ['eth_getTransactionByBlockHashAndIndex', [hash, index]]
    yield ['eth_getUncleByBlockHashAndIndex', [hash, index]]
  }
}

function* ofRawBlock(block: unknown): Generator<Question> {
  yield ['debug_getRawHeader', [block]]
  yield ['debug_getRawBlock', [block]]
  yield ['debug_getRawReceipts', [block]]
  yield ['eth_getBlockAccessList', [block]]
  yield ['debug_getRawBlockAccessList', [block]]
  yield ['eth_getBlockAccessListRaw', [block]]
}

function* ofTransactionHash(hash: string): Generator<Question> {
  yield ['eth_getTransactionByHash', [hash]]
  yield ['ommer_transaction', [hash]]
  yield ['ommer_report', [hash]]
  yield ['eth_getTransactionReceipt', [hash]]
  yield ['eth_getRawTransactionByHash', [hash]]
  yield ['debug_getRawTransaction', [hash]]
}
