import { nullAnswer } from '../answer.ts'
import { headerAnswer } from '../blockAnswers.ts'
import { canonicalBlock } from '../canonicalBlock.ts'
import { method } from '../method.ts'
import { blockParameter } from '../params/blockParameter.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** The header of a block of the canonical chain (execution-apis). */
export const eth_getHeaderByNumber = method({
  name: 'eth_getHeaderByNumber',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['header'],
  summary: 'The header of a block, by number or tag; null for pending.',
  params: [blockParameter],
  result: { name: 'header', schema: orNull(ref('Header')) },
  run: ([block], context) => {
    const found = canonicalBlock(context.view, block)
    return found === undefined ? nullAnswer : headerAnswer(context, found)
  },
})
