import { nullAnswer } from '../answer.ts'
import { uncleAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { uncleIndex } from '../params/indexPosition.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** An uncle by its index in a block of any branch (EIP-1474). */
export const eth_getUncleByBlockHashAndIndex = method({
  name: 'eth_getUncleByBlockHashAndIndex',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['header', 'body'],
  summary: 'An uncle by its index in a block of any branch.',
  params: [blockHash, uncleIndex],
  result: { name: 'uncle', schema: orNull(ref('Uncle')) },
  run: ([blockHash, index], context) => {
    const block = context.view.blockByHash(blockHash)
    return block === undefined ? nullAnswer : uncleAnswer(context, block, index)
  },
})
