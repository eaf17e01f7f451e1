import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'
import { contentBySender } from '../sending/poolContent.ts'
import { pooledJson } from '../sending/pooledJson.ts'

/**
 * The transactions that were sent and that no block has yet (geth).
 *
 * Result: object with `pending` and `queued`: transaction objects by sender and nonce.
 */
export const txpool_content: Method = async (params, context) => {
  decodeArguments(params, [])
  return encodeResult(
    await contentBySender(context, (transaction) => pooledJson(transaction, context.dialect)),
  )
}
