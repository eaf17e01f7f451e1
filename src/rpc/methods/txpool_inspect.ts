import type { SentTransaction } from '../../pool/sentTransaction.ts'
import { checksumAddress } from '../../primitives/checksumAddress.ts'
import { fromHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { byNonce, bySender, poolContent } from '../schemas/poolContent.ts'
import { contentBySender } from '../sending/poolContent.ts'
import { decodePooled } from '../sending/pooledJson.ts'

/** The same as `txpool_content` in short (geth). */
export const txpool_inspect = method({
  name: 'txpool_inspect',
  set: 'dev',
  does: 'reads',
  summary: 'The transactions that no block has yet, in short.',
  params: [],
  result: { name: 'content', schema: poolContent(bySender(byNonce({ type: 'string' }))) },
  errors: [],
  run: async (_, context) => encodeResult(await contentBySender(context, inShort)),
})

function inShort(transaction: SentTransaction): string {
  const { to, value, gas } = decodePooled(transaction)
  const target = to === null ? 'contract creation' : checksumAddress(fromHex(to))
  return `${target}: ${value} wei + ${gas} gas × ${transaction.feeCap} wei`
}
