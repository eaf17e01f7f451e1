import { method } from '../method.ts'
import { framesAnswer } from '../otterscan/framesAnswer.ts'
import { transactionHash } from '../params/hash.ts'
import { arrayOf, closedObject, ref } from '../schemas/schema.ts'

/** The transfers, creations and self-destructions within a transaction (Otterscan). What was reverted is left out. */
export const ots_getInternalOperations = method({
  name: 'ots_getInternalOperations',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'The transfers, creations and self-destructions within a transaction, for Otterscan.',
  params: [transactionHash],
  result: {
    name: 'operations',
    schema: arrayOf(
      closedObject({
        type: { type: 'integer' },
        from: ref('Address'),
        to: ref('Address'),
        value: ref('Quantity'),
      }),
    ),
  },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  run: ([hash], context) => framesAnswer(context, hash, 'operations'),
})
