import { NO_SENDER } from '../../chain/calls/callDefaults.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { transactionRequest } from '../params/transactionRequest.ts'
import { ref } from '../schemas/schema.ts'
import { encodeFilled } from '../signing/transaction/encodeFilled.ts'
import { fillTransaction } from '../signing/transaction/fillTransaction.ts'

/** Fills in what a transaction lacks, as geth does for `eth_sendTransaction`, for a client that signs it itself. */
export const eth_fillTransaction = method({
  name: 'eth_fillTransaction',
  set: 'all',
  does: 'reads',
  summary:
    'Fills in what a transaction lacks: the nonce, the gas, the fees and the chain id. It is neither signed nor sent.',
  params: [transactionRequest],
  result: { name: 'filled', schema: ref('UnsignedTransaction') },
  errors: ['SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
  run: async ([request], context) => {
    const from = toHex(request.from ?? NO_SENDER)
    // Anvil also refuses what reverts here, and not where it sends.
    const filled = await fillTransaction(request, from, context, false)
    return encodeResult(encodeFilled(filled, context.dialect.style.hasPriceOfCap))
  },
})
