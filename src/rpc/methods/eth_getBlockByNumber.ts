import { answerFromBlock, blockAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { detailsFlag } from '../params/detailsFlag.ts'
import { nullSchema, ref } from '../schemas/schema.ts'

/** A block by its height or tag (EIP-1474). */
export const eth_getBlockByNumber = method({
  name: 'eth_getBlockByNumber',
  set: 'core',
  does: 'reads',
  differsByDialect: true,
  faults: ['header', 'uncles', 'blockTransactions'],
  summary: 'A block by its number or tag.',
  params: [blockParameter, detailsFlag],
  result: { name: 'block', schema: { anyOf: [ref('Block'), ref('PendingBlock'), nullSchema] } },
  gethErrors: ['UNKNOWN_BLOCK'],
  run: ([parameter, full], context) =>
    answerFromBlock(context, parameter, (block, { pending }) =>
      blockAnswer(context, block, { full, pending }),
    ),
})
