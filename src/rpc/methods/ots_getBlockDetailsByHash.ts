import { method } from '../method.ts'
import { blockDetailsAnswer } from '../otterscan/blockDetails.ts'
import { detailsSchema } from '../otterscan/otsParameters.ts'
import { blockHash } from '../params/hash.ts'

/** As `ots_getBlockDetails`, for a block of any branch. */
export const ots_getBlockDetailsByHash = method({
  name: 'ots_getBlockDetailsByHash',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  summary: 'As ots_getBlockDetails, for a block of any branch by its hash.',
  params: [blockHash],
  result: { name: 'details', schema: detailsSchema },
  run: ([hash], context) => blockDetailsAnswer(context, context.view.blockByHash(hash)),
})
