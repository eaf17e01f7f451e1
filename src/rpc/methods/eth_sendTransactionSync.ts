import { receiptAnswer } from '../blockAnswers.ts'
import { method } from '../method.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { waitMilliseconds } from '../params/waitMilliseconds.ts'
import { ref } from '../schemas/schema.ts'
import { mayImpersonate, sendFilled } from '../sending/sendFilled.ts'
import { includedIn } from '../sending/untilIncluded.ts'

/** Sends a transaction as `eth_sendTransaction` does, and waits until a block has it (Anvil). */
export const eth_sendTransactionSync = method({
  name: 'eth_sendTransactionSync',
  set: 'dev',
  does: 'sendsAndWaits',
  summary: 'Signs a transaction, sends it, and waits until a block has it. Fills in what it lacks.',
  params: [transactionRequest, waitMilliseconds],
  result: { name: 'receipt', schema: ref('Receipt') },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED', 'NOT_INCLUDED'],
  run: async ([request, given], context) => {
    const hash = await sendFilled(request, context, mayImpersonate(context))
    const { block, index } = await includedIn(hash, given, context)
    return receiptAnswer(context, block, index)
  },
})
