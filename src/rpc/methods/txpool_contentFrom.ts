import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { byNonce, poolContent } from '../schemas/poolContent.ts'
import { ref } from '../schemas/schema.ts'
import { contentOfSender } from '../sending/poolContent.ts'
import { pooledJson } from '../sending/pooledJson.ts'

/** The transactions of one sender that no block has yet (geth). */
export const txpool_contentFrom = method({
  name: 'txpool_contentFrom',
  set: 'dev',
  does: 'reads',
  summary: 'The transactions of one sender that no block has yet.',
  params: [address],
  result: { name: 'content', schema: poolContent(byNonce(ref('PendingTransaction'))) },
  errors: [],
  run: async ([sender], context) =>
    encodeResult(
      await contentOfSender(context, sender, (each) => pooledJson(each, context.dialect)),
    ),
})
