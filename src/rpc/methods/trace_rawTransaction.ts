import { messageOfTransaction } from '../../chain/calls/replay/messageOfTransaction.ts'
import { NO_POLICY, rulesAt } from '../../endpoint/sendingRules.ts'
import { PoolError } from '../../pool/poolError.ts'
import { serverError } from '../errors.ts'
import { method } from '../method.ts'
import { data } from '../params/data.ts'
import { replayTypes } from '../params/replayTypes.ts'
import { callTraceAnswer } from '../parityTraces.ts'
import { ref } from '../schemas/schema.ts'
import { decodePooled } from '../sending/pooledJson.ts'

/** Runs a signed transaction on the state of the head, without sending it, and returns traces in Parity's format. */
export const trace_rawTransaction = method({
  name: 'trace_rawTransaction',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'Runs a signed transaction on the state of the head, without sending it, and returns traces of it in the format of Parity.',
  params: [data('transaction', 'As it is encoded for the network.'), replayTypes],
  result: { name: 'transaction', schema: ref('ReplayedTransaction') },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  async run([encoded, types], context) {
    // Loaded with the first transaction, because they load cryptography.
    const { decodeSentTransaction } = await import('../../pool/decodeSent.ts')
    const { recoverSender } = await import('../../pool/sentSender.ts')
    try {
      const decoded = decodeSentTransaction(encoded)
      const sender = recoverSender(decoded, rulesAt(context.endpoint, NO_POLICY))
      const message = messageOfTransaction(decodePooled({ ...decoded, sender }), undefined)
      const { gasLimit: gas, gasFeeCap, gasTipCap, blobHashes, blobGasFeeCap, ...same } = message
      const call = {
        ...same,
        gas,
        gasPrice: decoded.type < 2 ? gasFeeCap : undefined,
        maxFeePerGas: decoded.type < 2 ? undefined : gasFeeCap,
        maxPriorityFeePerGas: decoded.type < 2 ? undefined : gasTipCap,
        blobVersionedHashes: blobHashes,
        maxFeePerBlobGas: blobGasFeeCap,
      }
      return await callTraceAnswer(context, undefined, [{ call, types }])
    } catch (error) {
      throw error instanceof PoolError ? serverError(error.message) : error
    }
  },
})
