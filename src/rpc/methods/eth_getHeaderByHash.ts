import { nullAnswer } from '../answer.ts'
import { headerAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** The header of a block of any branch (execution-apis). */
export const eth_getHeaderByHash = method({
  name: 'eth_getHeaderByHash',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['header'],
  summary: 'The header of a block of any branch.',
  params: [blockHash],
  result: { name: 'header', schema: orNull(ref('Header')) },
  run: ([blockHash], context) => {
    const block = context.view.blockByHash(blockHash)
    return block === undefined ? nullAnswer : headerAnswer(context, block)
  },
})
