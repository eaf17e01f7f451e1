import type { Trace } from '../../chain/calls/parity/trace.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { minedTransaction } from '../otterscan/framesAnswer.ts'
import { transactionHash } from '../params/hash.ts'
import { writtenTraces } from '../parityTraces.ts'
import { ref } from '../schemas/schema.ts'

/** The revert data of a transaction (Otterscan). */
export const ots_getTransactionError = method({
  name: 'ots_getTransactionError',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'The revert data of a transaction; 0x if it did not revert.',
  params: [transactionHash],
  result: { name: 'data', schema: ref('Bytes') },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  async run([hash], context) {
    const { block, index } = minedTransaction(context, hash)
    const { json } = await writtenTraces(context, block, { index, path: [] })
    const { error, result }: Trace = JSON.parse(Buffer.from(json).toString())
    if (error === undefined || result === null) return encodeResult('0x')
    return encodeResult('output' in result ? result.output : result.code)
  },
})
