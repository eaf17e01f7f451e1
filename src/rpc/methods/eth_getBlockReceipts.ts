import type { SealedBlock } from '../../chain/encoding/block.ts'
import { nullAnswer } from '../answer.ts'
import { answerFromBlock, receiptsAnswer } from '../blockAnswers.ts'
import { errorsOf } from '../dialectErrors.ts'
import { type MethodContext, method } from '../method.ts'
import { receiptsBlock } from '../params/receiptsBlock.ts'
import type { BlockByHash } from '../params/stateBlock.ts'
import { arrayOf, orNull, ref } from '../schemas/schema.ts'

/** The receipts of all transactions of a block, in order (execution-apis). */
export const eth_getBlockReceipts = method({
  name: 'eth_getBlockReceipts',
  set: 'core',
  does: 'reads',
  differsByDialect: true,
  faults: ['receipt', 'receiptList', 'log'],
  summary: 'The receipts of all transactions of a block, in block order.',
  params: [receiptsBlock],
  result: { name: 'receipts', schema: orNull(arrayOf(ref('Receipt'))) },
  gethErrors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([parameter], context) => {
    if (typeof parameter === 'object') {
      const block = blockByHash(context, parameter)
      return block === undefined ? nullAnswer : receiptsAnswer(context, block)
    }
    const blockParameter = parameter === 'pending' ? 'latest' : parameter
    return answerFromBlock(context, blockParameter, (block) => receiptsAnswer(context, block))
  },
})

function blockByHash(
  { view, dialect }: MethodContext,
  { blockHash, requireCanonical }: BlockByHash,
): SealedBlock | undefined {
  const block = view.blockByHash(blockHash)
  if (block === undefined || !requireCanonical) return block
  if (view.isCanonical(block)) return block
  const { notCanonical } = errorsOf(dialect.name)
  if (notCanonical !== undefined) throw notCanonical()
  return undefined
}
