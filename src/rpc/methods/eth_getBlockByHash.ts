import { nullAnswer } from '../answer.ts'
import { blockAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { detailsFlag } from '../params/detailsFlag.ts'
import { blockHash } from '../params/hash.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** A block of any branch by its hash (EIP-1474). */
export const eth_getBlockByHash = method({
  name: 'eth_getBlockByHash',
  set: 'core',
  does: 'reads',
  differsByDialect: true,
  faults: ['header', 'uncles', 'blockTransactions'],
  summary: 'A block of any branch by its hash.',
  params: [blockHash, detailsFlag],
  result: { name: 'block', schema: orNull(ref('Block')) },
  run: ([blockHash, full], context) => {
    const block = context.view.blockByHash(blockHash)
    return block === undefined ? nullAnswer : blockAnswer(context, block, { full, pending: false })
  },
})
