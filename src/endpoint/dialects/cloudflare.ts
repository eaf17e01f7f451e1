import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { filterMethods } from './filterMethods.ts'
import { gethStyle } from './geth.ts'

const methods =
  'cloudflare/cloudflare-docs@0cc0c37f …/web3/ethereum-gateway/reference/supported-api-methods.mdx'

/** Cloudflare's gateway in front of geth. */
export const cloudflare = createDialect('cloudflare', gethStyle, strictRules, {
  words: {
    rangeTooLarge: {
      code: -32047,
      message:
        "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: {limit}",
      data: 'none',
      source: 'ponder-sh/ponder@2a1842e1d; DefiLlama/dimension-adapters#1216',
    },
    unknownMethod: {
      code: -32601,
      message: 'the method {method} does not exist/is not available',
      status: 403,
      source: methods,
    },
  },
  logRange: { blocks: 800, counts: 'blocks', source: 'ponder-sh/ponder@2a1842e1d' },
  lacks: {
    methods: [
      ...filterMethods,
      'net_peerCount',
      'eth_accounts',
      'eth_coinbase',
      'eth_hashrate',
      'eth_protocolVersion',
      'eth_sign',
      'eth_sendTransaction',
    ],
    source: methods,
  },
  unknown: [
    'rate limits',
    'blocks that do not exist',
    'transactions that are refused',
    'reverts of today',
    'batches that are too large',
    'the body of a 403',
    'fields of blocks and receipts',
  ],
})
