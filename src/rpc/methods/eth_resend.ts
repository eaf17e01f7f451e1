import { messageOfTransaction } from '../../chain/calls/replay/messageOfTransaction.ts'
import { encodeUnsigned } from '../../chain/calls/unsignedTransaction.ts'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { serverError } from '../errors.ts'
import { type MethodContext, method } from '../method.ts'
import { amount } from '../params/amount.ts'
import { optional } from '../params/arguments.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { ref } from '../schemas/schema.ts'
import { poolOf } from '../sending/poolContent.ts'
import { decodePooled } from '../sending/pooledJson.ts'
import { requireSender } from '../sending/requireSender.ts'
import { mayImpersonate, sendFilled } from '../sending/sendFilled.ts'
import { encodeFilled } from '../signing/transaction/encodeFilled.ts'
import { type FilledTransaction, fillTransaction } from '../signing/transaction/fillTransaction.ts'

/**
 * Replaces a transaction of the pool by one with another gas price or gas limit (geth, internal/ethapi/api.go). As in geth, a
 * transaction without a gas price keeps its fees.
 */
export const eth_resend = method({
  name: 'eth_resend',
  set: 'dev',
  does: 'sends',
  summary: 'Replaces a transaction of the pool by one with another gas price or gas limit.',
  params: [
    transactionRequest,
    optional(amount('gasPrice', 'The new gas price, in wei; 0 keeps it.')),
    optional(amount('gasLimit', 'The new gas limit; 0 keeps it.')),
  ],
  result: { name: 'hash', schema: ref('Hash') },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
  run: async ([request, gasPrice, gasLimit], context) => {
    if (request.nonce === undefined) {
      throw serverError('missing transaction nonce in transaction spec')
    }
    const from = toHex(requireSender(request, context))
    const filled = await fillTransaction(request, from, context)
    const unsigned = encodeFilled(filled)
    if ((await pooledBytes(from, filled, context)) !== unsigned.raw) {
      throw serverError(`transaction ${unsigned.tx.hash} not found`)
    }
    const { type, gasPrice: oldPrice, gas, ...same } = filled
    const changed = {
      ...same,
      type: BigInt(type),
      gasPrice: oldPrice === undefined ? undefined : gasPrice || oldPrice,
      gas: gasLimit || gas,
    }
    return encodeResult(await sendFilled(changed, context, mayImpersonate(context)))
  },
})

/** The transaction of the pool with the same sender and nonce, encoded without its signature. */
async function pooledBytes(
  from: Hex,
  { nonce, chainId }: FilledTransaction,
  context: MethodContext,
): Promise<Hex | undefined> {
  const { pending = [], queued = [] } = (await poolOf(context))?.contentOf(from) ?? {}
  const pooled = [...pending, ...queued].find((each) => each.nonce === nonce)
  if (pooled === undefined) return undefined
  const transaction = decodePooled(pooled)
  const type = transaction.type as FilledTransaction['type']
  return toHex(encodeUnsigned(messageOfTransaction(transaction, undefined), type, Number(chainId)))
}
