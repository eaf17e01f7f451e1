import { method } from '../method.ts'
import { framesAnswer } from '../otterscan/framesAnswer.ts'
import { transactionHash } from '../params/hash.ts'
import { arrayOf, closedObject, orNull, ref } from '../schemas/schema.ts'

/** The frames of a transaction in order, each with its depth (Otterscan). */
export const ots_traceTransaction = method({
  name: 'ots_traceTransaction',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'The calls of a transaction in order, each with its depth, for Otterscan.',
  params: [transactionHash],
  result: {
    name: 'calls',
    schema: arrayOf(
      closedObject({
        type: { type: 'string' },
        depth: { type: 'integer' },
        from: ref('Address'),
        to: ref('Address'),
        value: orNull(ref('Quantity')),
        input: ref('Bytes'),
        output: ref('Bytes'),
      }),
    ),
  },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  run: ([hash], context) => framesAnswer(context, hash, 'calls'),
})
