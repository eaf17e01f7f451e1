import { method } from '../method.ts'
import { blockDetailsAnswer, canonicalBlock } from '../otterscan/blockDetails.ts'
import { detailsSchema, otsBlock } from '../otterscan/otsParameters.ts'

/** A block without its transactions, what they paid, and what was issued (Otterscan). */
export const ots_getBlockDetails = method({
  name: 'ots_getBlockDetails',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  summary: 'A block without its transactions, what they paid, and what was issued, for Otterscan.',
  params: [otsBlock],
  result: { name: 'details', schema: detailsSchema },
  run: ([block], context) => blockDetailsAnswer(context, canonicalBlock(context, block)),
})
