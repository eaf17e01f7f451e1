import { method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { rawTransactionAnswer } from '../rawAnswers.ts'
import { orNull, ref } from '../schemas/schema.ts'

/** A transaction of the canonical chain or of the pool in its binary encoding, EIP-2718 (geth). */
export const eth_getRawTransactionByHash = method({
  name: 'eth_getRawTransactionByHash',
  set: 'all',
  does: 'reads',
  summary:
    'A transaction of the canonical chain or of the pool in its binary encoding (EIP-2718), without blobs.',
  params: [transactionHash],
  result: {
    name: 'transaction',
    schema: orNull(ref('Bytes', 'Empty for an unknown hash, in Anvil null.')),
  },
  run: ([transactionHash], context) => rawTransactionAnswer(context, transactionHash),
})
