import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { gethStyle } from './geth.ts'
import type { DialectWords } from './words.ts'

const docs = 'alchemyplatform/docs@82241187'
const reference = `${docs} error-reference.mdx`

const words: DialectWords = {
  tooManyLogs: {
    code: -32602,
    message:
      'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [{first:hex}, {last:hex}]',
    data: 'none',
    source: 'ethers-io/ethers.js#4703; ethereum/go-ethereum#25343',
  },
  rangeTooLarge: {
    code: -32600,
    message:
      'You can make eth_getLogs requests with up to a {limit} block range. Based on your parameters, this block range should work: [{first:hex}, {last:hex}]',
    data: 'none',
    source: 'BobTheBuidler/dank_mids#772; risc0/risc0-ethereum#656; cartesi/rollups-node#655',
  },
  unknownMethod: {
    code: -32601,
    message: 'Unsupported method: {method}.',
    status: 400,
    source: reference,
  },
}

/** Alchemy in front of geth. */
export const alchemy = createDialect('alchemy', gethStyle, strictRules, {
  words,
  logRange: {
    blocks: Number.POSITIVE_INFINITY,
    counts: 'blocks',
    source: `${docs} src/openrpc/chains/abstract/abstract.yaml`,
  },
  logResults: {
    logs: 10_000,
    isUnlessRange: 2001,
    source: 'ethers-io/ethers.js#4703; ponder-sh/ponder@9ad4a442 packages/utils alchemy.test.ts',
  },
  batch: { most: 1000, answers: 'one', source: `${docs} batch-requests.mdx` },
  rateLimit: {
    status: 429,
    code: 429,
    message:
      'Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message. If not, check out https://docs.alchemy.com/reference/throughput',
    isPerRequest: true,
    hasRetryAfter: true,
    source: 'Kwenta/kwenta#40; wevm/viem#3680; NomicFoundation/hardhat#3501',
  },
  unknown: [
    'blocks that do not exist',
    'history that is pruned',
    'transactions that are refused',
    'fields of blocks and receipts',
    'the client version',
    'subscriptions',
    'words for a batch that is too large',
  ],
})
