import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { gethStyle } from './geth.ts'
import type { DialectWords } from './words.ts'

const receipts = 'erigontech/erigon@003a9880 rpc/jsonrpc/eth_receipts.go'
const pool = 'erigontech/erigon@05916db2 txnprovider/txpool/txpoolcfg/txpoolcfg.go'
const blocks = 'erigontech/erigon@00435fb7 rpc/rpchelper/helper.go'

const refused = (message: string) => ({ code: -32000, message, source: pool })

const words: DialectWords = {
  rangeTooLarge: {
    code: -32602,
    message: 'query block range exceeds server limit, narrow your filter: {limit}',
    data: 'none',
    source: 'erigontech/erigon#19721, #20784',
  },
  tooManyLogs: {
    code: -32602,
    message: 'query returns too many logs, narrow your filter: {limit}',
    data: 'none',
    source: 'erigontech/erigon#19721, #21389; trezor/blockbook#1692',
  },
  logsOfUnknownBlock: {
    code: -32000,
    message: 'block not found: {hash:bare}',
    source: receipts,
  },
  stateOfUnknownHash: {
    code: -32000,
    message: 'block {hash:bare} not found',
    source: blocks,
  },
  notCanonical: {
    code: -32603,
    message: 'hash {hash:bare} is not currently canonical',
    source: blocks,
  },
  missingState: {
    code: -32000,
    message: 'old data not available due to pruning',
    source: 'erigontech/erigon core/state',
  },
  reverted: {
    code: 3,
    message: 'execution reverted',
    data: 'never empty',
    source: 'erigontech/erigon#17132, #20314',
  },
  nonceTooLow: refused('nonce too low'),
  underpriced: refused('underpriced'),
  feeBelowBaseFee: refused('fee too low'),
  replacementUnderpriced: refused('replacement transaction underpriced'),
  alreadyKnown: refused('already known'),
  insufficientFunds: refused('insufficient funds'),
  exceedsBlockGas: refused('gas limit is too high'),
  exceedsGasCap: refused('gas limit is too high'),
  oversized: refused('oversized data'),
  invalidSender: refused('invalid sender'),
  intrinsicGas: refused('IntrinsicGas'),
}

/** Matches Erigon 3.5. */
export const erigon = createDialect('erigon', gethStyle, strictRules, {
  words,
  logRange: { blocks: 1000, counts: 'difference', source: 'erigontech/erigon#19721' },
  logResults: { logs: 20_000, source: 'erigontech/erigon#19721, #21389' },
  prunedHistory: {
    blocks: 'null',
    receipts: 'error',
    logs: 'error',
    code: -32000,
    message: 'old data not available due to pruning',
    source: receipts,
  },
  clientVersion: {
    text: 'erigon/3.01.0/darwin-arm64/go1.23.4',
    source: 'coincashew/EthPillar#63',
  },
  unknown: [
    'blocks above the head in calls',
    'batches that are too large',
    'proofs of old blocks',
    'fields of blocks and receipts',
    'subscriptions',
  ],
})
