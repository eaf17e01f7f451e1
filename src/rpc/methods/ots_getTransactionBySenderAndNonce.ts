import { transactionHashes } from '../../chain/encoding/transactionHashes.ts'
import { encodeResult, nullAnswer } from '../answer.ts'
import { method } from '../method.ts'
import { otsNumber } from '../otterscan/otsParameters.ts'
import { address } from '../params/address.ts'
import { orNull, ref } from '../schemas/schema.ts'
import { sentBySender } from '../sentBySender.ts'

/** The hash of a transaction by its sender and nonce (Otterscan). */
export const ots_getTransactionBySenderAndNonce = method({
  name: 'ots_getTransactionBySenderAndNonce',
  set: 'all',
  does: 'reads',
  summary: 'The hash of a transaction of the chain or of the pool by its sender and nonce.',
  params: [address, otsNumber('nonce', 'The nonce of the transaction.')],
  result: { name: 'hash', schema: orNull(ref('Hash')) },
  async run([sender, nonce], context) {
    const found = await sentBySender(context, sender, nonce)
    if (found === undefined) return nullAnswer
    return encodeResult('block' in found ? transactionHashes(found.block)[found.index] : found.hash)
  },
})
