import { encodeResult, nullAnswer } from '../answer.ts'
import { transactionAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { nonce } from '../params/nonce.ts'
import { orNull, ref } from '../schemas/schema.ts'
import { pooledJson } from '../sending/pooledJson.ts'
import { sentBySender } from '../sentBySender.ts'

/** A transaction of the canonical chain or of the pool by its sender and nonce (Reth, Anvil). */
export const eth_getTransactionBySenderAndNonce = method({
  name: 'eth_getTransactionBySenderAndNonce',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['transaction'],
  summary: 'A transaction of the canonical chain or of the pool by its sender and nonce.',
  params: [address, nonce],
  result: { name: 'transaction', schema: orNull(ref('Transaction')) },
  async run([sender, wanted], context) {
    const found = await sentBySender(context, sender, wanted)
    if (found === undefined) return nullAnswer
    return 'block' in found
      ? transactionAnswer(context, found.block, found.index, { pending: false })
      : encodeResult(pooledJson(found, context.dialect))
  },
})
