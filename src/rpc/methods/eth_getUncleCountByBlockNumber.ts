import { answerFromBlock, uncleCountAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** How many uncles a block has, by its height or tag (EIP-1474). */
export const eth_getUncleCountByBlockNumber = method({
  name: 'eth_getUncleCountByBlockNumber',
  set: 'all',
  does: 'reads',
  faults: ['body'],
  summary: 'The number of uncles of a block.',
  params: [blockParameter],
  result: { name: 'uncleCount', schema: orNull(ref('Quantity')) },
  gethErrors: ['UNKNOWN_BLOCK'],
  run: ([parameter], context) =>
    answerFromBlock(context, parameter, (block) => uncleCountAnswer(context, block)),
})
