import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { data } from '../params/data.ts'
import { loadSendEncoded } from '../sending/loadSendEncoded.ts'
import { requireSending } from '../sending/requireSending.ts'

/**
 * Sends a signed transaction of any type (execution-apis). By default it is mined at once.
 *
 * 1. transaction: DATA, as it is encoded for the network: blob transactions with their blobs
 *
 * Result: DATA, 32 bytes, the hash of the transaction.
 */
export const eth_sendRawTransaction: Method = async (params, context) => {
  const [encoded] = readArguments(params, context, [data])
  const { endpoint } = context
  requireSending(endpoint)
  const { sendEncoded } = await loadSendEncoded()
  return encodeResult(await endpoint.inTurn(() => sendEncoded(encoded, context)))
}
