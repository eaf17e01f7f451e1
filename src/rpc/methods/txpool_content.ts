import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { byNonce, bySender, poolContent } from '../schemas/poolContent.ts'
import { ref } from '../schemas/schema.ts'
import { contentBySender } from '../sending/poolContent.ts'
import { pooledJson } from '../sending/pooledJson.ts'

/** The transactions that were sent and that no block has yet (geth). */
export const txpool_content = method({
  name: 'txpool_content',
  set: 'dev',
  does: 'reads',
  summary: 'The transactions that were sent and that no block has yet.',
  params: [],
  result: {
    name: 'content',
    schema: poolContent(bySender(byNonce(ref('PendingTransaction')))),
  },
  errors: [],
  run: async (_, context) =>
    encodeResult(
      await contentBySender(context, (transaction) => pooledJson(transaction, context.dialect)),
    ),
})
