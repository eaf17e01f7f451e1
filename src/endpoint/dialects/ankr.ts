import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { gethStyle } from './geth.ts'

const tests = 'ponder-sh/ponder@9ad4a442 packages/utils/src/_test/ankr.test.ts'

/** Ankr in front of geth. */
export const ankr = createDialect('ankr', gethStyle, strictRules, {
  words: {
    rangeTooLarge: {
      code: -32600,
      message: 'block range is too wide',
      data: 'none',
      source: 'ponder-sh/ponder@9ad4a442 packages/utils/src/getLogsRetryHelper.ts',
    },
    tooManyLogs: {
      code: -32600,
      message: 'query exceeds max results {limit}',
      data: 'none',
      source: tests,
    },
  },
  logRange: {
    blocks: 3000,
    counts: 'difference',
    source: 'ponder-sh/ponder@9ad4a442 packages/utils/src/getLogsRetryHelper.ts',
  },
  logResults: {
    logs: 200_000,
    source: 'ankr.com/docs/changelog/eth-getlogs-result-limit-2026-10-07',
  },
  unknown: [
    'the body of a rate limit',
    'blocks that do not exist',
    'reverts',
    'transactions that are refused',
    'batches that are too large',
    'fields of blocks and receipts',
    'subscriptions',
    'the rest of both messages about logs, and the code of the second',
  ],
})
