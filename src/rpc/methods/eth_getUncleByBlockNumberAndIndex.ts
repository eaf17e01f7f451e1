import { nullAnswer } from '../answer.ts'
import { answerFromBlock, uncleAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { uncleIndex } from '../params/indexPosition.ts'
import { orNull, ref } from '../schemas/schema.ts'
import { requireUpToHead } from '../stateOfBlock.ts'

/** An uncle by its index in a block (EIP-1474). A pending block has none yet. */
export const eth_getUncleByBlockNumberAndIndex = method({
  name: 'eth_getUncleByBlockNumberAndIndex',
  set: 'core',
  does: 'reads',
  differsByDialect: true,
  faults: ['header', 'body'],
  summary: 'An uncle by its index in a block.',
  params: [blockParameter, uncleIndex],
  result: { name: 'uncle', schema: orNull(ref('Uncle')) },
  gethErrors: ['UNKNOWN_BLOCK'],
  run: ([parameter, index], context) => {
    if (parameter === 'pending') return nullAnswer
    requireUpToHead(context, parameter)
    return answerFromBlock(context, parameter, (block) => uncleAnswer(context, block, index))
  },
})
