import { canonicalBlock } from '../canonicalBlock.ts'
import { method } from '../method.ts'
import { blockDetailsAnswer } from '../otterscan/blockDetails.ts'
import { detailsSchema, otsBlock } from '../otterscan/otsParameters.ts'

/** A block without its transactions, with their fees and the rewards for the block (Otterscan). */
export const ots_getBlockDetails = method({
  name: 'ots_getBlockDetails',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  summary:
    'A block without its transactions, with their fees and the rewards for the block, for Otterscan.',
  params: [otsBlock],
  result: { name: 'details', schema: detailsSchema },
  run: ([block], context) => blockDetailsAnswer(context, canonicalBlock(context.view, block)),
})
