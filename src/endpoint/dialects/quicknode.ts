import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { gethStyle } from './geth.ts'

/** QuickNode in front of geth. */
export const quicknode = createDialect('quicknode', gethStyle, strictRules, {
  words: {
    rangeTooLarge: {
      code: -32614,
      message: 'eth_getLogs is limited to a {limit:grouped} range',
      data: 'none',
      status: 413,
      source: 'OffchainLabs/arbitrum-sdk#609; eternalsafe/wallet#57',
    },
  },
  logRange: {
    blocks: 10_000,
    counts: 'difference',
    source: 'quicknode.com/docs/ethereum/error-references; OffchainLabs/arbitrum-sdk#609',
  },
  rateLimit: {
    status: 429,
    code: -32007,
    message:
      '20/second request limit reached - reduce calls per second or upgrade your account at quicknode.com',
    isBare: true,
    isPerRequest: true,
    source: 'alloy-rs/alloy crates/json-rpc/src/response/error.rs; wevm/viem#5084',
  },
  unknown: [
    'blocks that do not exist',
    'transactions that are refused',
    'batches that are too large',
    'fields of blocks and receipts',
    'tags',
    'subscriptions',
    'texts of -32009, -32612 and -32613',
  ],
})
