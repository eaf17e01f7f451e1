import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { ref } from '../schemas/schema.ts'
import { requireSender } from '../sending/requireSender.ts'
import { keyringOf } from '../signing/keyringOf.ts'
import { signatureTurns } from '../signing/signatureTurns.ts'
import { fillTransaction } from '../signing/transaction/fillTransaction.ts'

/**
 * Signs a transaction (execution-apis), and sends it nowhere. What the transaction lacks is filled in as geth fills it in
 * for `eth_sendTransaction`; geth refuses to sign without gas, nonce or fees.
 */
export const eth_signTransaction = method({
  name: 'eth_signTransaction',
  set: 'dev',
  does: 'signs',
  summary:
    'Signs a transaction for one of the accounts of eth_accounts, and sends it nowhere. Fills in what it lacks.',
  params: [transactionRequest],
  result: {
    name: 'signed',
    schema: { oneOf: [ref('SignedTransaction'), ref('Bytes', 'In dialect anvil.')] },
  },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
  run: async ([request], context) => {
    const from = toHex(requireSender(request, context))
    // Before the work.
    const key = keyringOf(context).keyOf(from)
    const filled = await fillTransaction(request, from, context)
    // Loaded with the first signature, because most servers sign nothing.
    const { signFilled } = await import('../signing/transaction/signFilled.ts')
    await signatureTurns.begin()
    const signed = signFilled(filled, key)
    return encodeResult(context.dialect.style.showsSignedFields ? signed : signed.raw)
  },
})
