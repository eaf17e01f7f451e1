import type { Hex } from '../../primitives/hex.ts'
import { type Answer, encodeResult, nullAnswer } from '../answer.ts'
import { transactionAnswer } from '../blockAnswers.ts'
import { type MethodContext, method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { orNull, ref } from '../schemas/schema.ts'
import { poolOf } from '../sending/poolContent.ts'
import { pooledJson } from '../sending/pooledJson.ts'

/** A transaction of the canonical chain or of the pool by its hash (EIP-1474). */
export const eth_getTransactionByHash = method({
  name: 'eth_getTransactionByHash',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['transaction'],
  summary: 'A transaction of the canonical chain by its hash.',
  params: [transactionHash],
  result: { name: 'transaction', schema: orNull(ref('Transaction')) },
  run: ([transactionHash], context) => {
    const location = context.view.transactionByHash(transactionHash)
    if (location !== undefined) {
      return transactionAnswer(context, location.block, location.index, { pending: false })
    }
    if (context.endpoint.miner?.pool !== undefined) return pooledAnswer(transactionHash, context)
    context.view.requireIndex?.()
    return nullAnswer
  },
})

async function pooledAnswer(wanted: Hex, context: MethodContext): Promise<Answer> {
  const transaction = (await poolOf(context))?.get(wanted)
  if (transaction === undefined) context.view.requireIndex?.()
  return encodeResult(transaction === undefined ? null : pooledJson(transaction, context.dialect))
}
