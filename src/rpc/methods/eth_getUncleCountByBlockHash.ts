import { nullAnswer } from '../answer.ts'
import { uncleCountAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** How many uncles a block has, by its hash (EIP-1474). */
export const eth_getUncleCountByBlockHash = method({
  name: 'eth_getUncleCountByBlockHash',
  set: 'all',
  does: 'reads',
  faults: ['body'],
  summary: 'The number of uncles of a block of any branch.',
  params: [blockHash],
  result: { name: 'uncleCount', schema: orNull(ref('Quantity')) },
  run: ([blockHash], context) => {
    const block = context.view.blockByHash(blockHash)
    return block === undefined ? nullAnswer : uncleCountAnswer(context, block)
  },
})
