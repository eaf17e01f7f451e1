import { nullAnswer } from '../answer.ts'
import { headerAnswer } from '../blockAnswers.ts'
import { canonicalBlock } from '../canonicalBlock.ts'
import { method } from '../method.ts'
import { otsBlock } from '../otterscan/otsParameters.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** The header of a block of the canonical chain, as Otterscan asks for it (Erigon). */
export const erigon_getHeaderByNumber = method({
  name: 'erigon_getHeaderByNumber',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['header'],
  summary: 'The header of a block, as Otterscan asks for it.',
  params: [otsBlock],
  result: { name: 'header', schema: orNull(ref('Header')) },
  run: ([parameter], context) => {
    const block = canonicalBlock(context.view, parameter)
    return block === undefined ? nullAnswer : headerAnswer(context, block)
  },
})
