import type { Hex } from '../../primitives/hex.ts'
import { type Answer, encodeResult, nullAnswer } from '../answer.ts'
import { transactionAnswer } from '../blockAnswers.ts'
import type { Method, MethodContext } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { hash } from '../params/hash.ts'
import { poolOf } from '../sending/poolContent.ts'
import { pooledJson } from '../sending/pooledJson.ts'

/**
 * A transaction of the canonical chain or of the pool by its hash (EIP-1474).
 *
 * 1. transaction hash: DATA, 32 bytes
 *
 * Result: transaction object, or null.
 */
export const eth_getTransactionByHash: Method = (params, context) => {
  const [transactionHash] = readArguments(params, context, [hash])
  const location = context.view.transactionByHash(transactionHash)
  if (location !== undefined) {
    return transactionAnswer(context, location.block, location.index, { pending: false })
  }
  return context.endpoint.sending?.pool === undefined
    ? nullAnswer
    : pooledAnswer(transactionHash, context)
}

async function pooledAnswer(wanted: Hex, context: MethodContext): Promise<Answer> {
  const transaction = (await poolOf(context))?.get(wanted)
  return encodeResult(transaction === undefined ? null : pooledJson(transaction, context.dialect))
}
