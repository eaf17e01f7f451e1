import type { SentTransaction } from '../../pool/sentTransaction.ts'
import { checksumAddress } from '../../primitives/checksumAddress.ts'
import { fromHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { decodeArguments } from '../params/arguments.ts'
import { contentBySender } from '../sending/poolContent.ts'
import { decodePooled } from '../sending/pooledJson.ts'

/**
 * The same as `txpool_content` in short (geth).
 *
 * Result: object with `pending` and `queued`: texts by sender and nonce.
 */
export const txpool_inspect: Method = async (params, context) => {
  decodeArguments(params, [])
  return encodeResult(await contentBySender(context, inShort))
}

function inShort(transaction: SentTransaction): string {
  const { to, value, gas } = decodePooled(transaction)
  const target = to === null ? 'contract creation' : checksumAddress(fromHex(to))
  return `${target}: ${value} wei + ${gas} gas × ${transaction.feeCap} wei`
}
