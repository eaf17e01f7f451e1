import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { address } from '../params/address.ts'
import { readArguments } from '../params/arguments.ts'
import { contentOfSender } from '../sending/poolContent.ts'
import { pooledJson } from '../sending/pooledJson.ts'

/**
 * The transactions of one sender that no block has yet (geth).
 *
 * 1. address: DATA, 20 bytes
 *
 * Result: object with `pending` and `queued`: transaction objects by nonce.
 */
export const txpool_contentFrom: Method = async (params, context) => {
  const [sender] = readArguments(params, context, [address])
  return encodeResult(
    await contentOfSender(context, sender, (each) => pooledJson(each, context.dialect)),
  )
}
