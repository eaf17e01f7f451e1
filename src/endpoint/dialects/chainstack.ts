import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { gethStyle } from './geth.ts'

const docs = 'chainstack/dev-portal@b9b6cba2'

/** Chainstack's paid plans in front of geth. */
export const chainstack = createDialect('chainstack', gethStyle, strictRules, {
  words: {
    rangeTooLarge: {
      code: -32602,
      message:
        'Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits#evm-range-limits',
      data: 'none',
      source: 'matter-labs/zksync-era#2974',
    },
  },
  logRange: {
    blocks: 10_000,
    counts: 'difference',
    source: `${docs} docs/limits.mdx; ponder-sh/ponder@9ad4a442 packages/utils/src/_test/chainstack.test.ts`,
  },
  rateLimit: {
    status: 429,
    code: -32005,
    message: "You've exceeded the RPS limit available on the current plan",
    isPerRequest: true,
    source: `${docs} reference/node-api-errors-reference.mdx`,
  },
  lacks: {
    methods: ['debug_executionWitness'],
    source: `${docs} docs/limits.mdx`,
  },
  unknown: [
    'blocks that do not exist',
    'reverts',
    'transactions that are refused',
    'batches that are too large',
    'fields of blocks and receipts',
    'subscriptions',
  ],
})
