import type { SentTransaction } from '../../pool/sentTransaction.ts'
import type { Hex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { byNonce, bySender, poolContent } from '../schemas/poolContent.ts'
import { addressWriter, contentBySender } from '../sending/poolContent.ts'
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
  async run(_, context) {
    const writeAddress = addressWriter(context)
    const write = (transaction: SentTransaction) => inShort(transaction, writeAddress)
    return encodeResult(await contentBySender(context, write))
  },
})

function inShort(transaction: SentTransaction, writeAddress: (address: Hex) => string): string {
  const { to, value, gas } = decodePooled(transaction)
  const target = to === null ? 'contract creation' : writeAddress(to)
  return `${target}: ${value} wei + ${gas} gas × ${transaction.feeCap} wei`
}
