import type { Hex } from '../../primitives/hex.ts'
import { encodeResult, nullAnswer } from '../answer.ts'
import { canonicalBlock } from '../canonicalBlock.ts'
import { method } from '../method.ts'
import { blockPageSchema, otsBlock, otsNumber, pageSize } from '../otterscan/otsParameters.ts'
import { receiptWithTime } from '../otterscan/searchTransactions.ts'

/** In characters: what is left of the input of a transaction, its selector. */
const INPUT_LENGTH = 10

interface WrittenTransaction {
  readonly input: Hex
}

/**
 * A page of the transactions of a block with their receipts, without logs (Erigon, otterscan_api.go). The first page has the
 * last transactions.
 */
export const ots_getBlockTransactions = method({
  name: 'ots_getBlockTransactions',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  summary: 'A page of the transactions of a block with their receipts, for Otterscan.',
  params: [otsBlock, otsNumber('page', 'Which page: 0 has the last transactions.'), pageSize],
  result: { name: 'page', schema: blockPageSchema },
  run: ([parameter, page, size], context) => {
    const { dialect, service } = context
    const block = canonicalBlock(context.view, parameter)
    if (block === undefined) return nullAnswer
    const full = service.answers.view(block, dialect).block({ full: true, pending: false }) as {
      readonly transactions: readonly WrittenTransaction[]
    }
    const { length } = full.transactions
    const end = Math.max(length - Number(page * size), 0)
    const start = Math.max(end - Number(size), 0)
    const transactions = full.transactions.slice(start, end)
    return encodeResult({
      fullblock: {
        ...full,
        transactions: transactions.map((each) => ({
          ...each,
          input: each.input.slice(0, INPUT_LENGTH),
        })),
        transactionCount: length,
      },
      receipts: transactions.map((_, index) => ({
        ...receiptWithTime(context, block, start + index),
        logs: null,
        logsBloom: null,
      })),
    })
  },
})
