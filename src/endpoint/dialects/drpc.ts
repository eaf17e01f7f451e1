import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { filterMethods } from './filterMethods.ts'
import { gethStyle } from './geth.ts'

const docs = 'drpcorg/drpc-nextra@ed27ed19 pages/howitworks/ratelimiting.mdx'

/** The free plan of dRPC in front of geth. */
export const drpc = createDialect('drpc', gethStyle, strictRules, {
  words: {
    rangeTooLarge: {
      code: 35,
      message: 'ranges over {limit} blocks are not supported on freetier',
      data: 'none',
      source: 'foundry-rs/foundry#12687',
    },
    tooManyAddresses: {
      code: -32602,
      message: 'exceed max addresses or topics per search position',
      source: 'erpc/erpc@2f9eceff architecture/evm/error_normalizer.go',
    },
    batchTooLarge: {
      code: 31,
      message:
        'Batch of more than {limit} requests are not allowed on free tier, to use this feature register paid account at drpc.org',
      source: 'blockscout/blockscout#14211',
    },
  },
  logRange: { blocks: 10_000, counts: 'difference', source: 'foundry-rs/foundry#12687' },
  logResults: { logs: 10_000, source: docs },
  batch: { most: 3, answers: 'each', source: `blockscout/blockscout#14211; ${docs}` },
  lacks: {
    methods: filterMethods,
    source: docs,
  },
  unknown: [
    'the body and status of a rate limit',
    'codes of missing data',
    'reverts',
    'transactions that are refused',
    'fields of blocks and receipts',
    'subscriptions',
  ],
})
