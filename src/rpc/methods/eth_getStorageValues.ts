import { accountAt, slotOf } from '../../chain/state/stateReads.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { requireSlots, storageRequest } from '../params/storageRequest.ts'
import { arrayOf, ref } from '../schemas/schema.ts'
import { answerFromState } from '../stateAnswers.ts'

/** The values of several slots of several contracts (execution-apis). */
export const eth_getStorageValues = method({
  name: 'eth_getStorageValues',
  set: 'all',
  does: 'reads',
  faults: ['state', 'storage'],
  summary: 'The values of several slots of several contracts.',
  params: [storageRequest, stateBlock],
  result: {
    name: 'values',
    schema: {
      type: 'object',
      minProperties: 1,
      patternProperties: { '^0x[0-9a-f]{40}$': arrayOf(ref('Hash')) },
      additionalProperties: false,
    },
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CLIENT_LIMIT_EXCEEDED'],
  run: ([request, block], context) => {
    requireSlots(request)
    return answerFromState(context, block, (state) => {
      const values = request.map(([address, slots]) => {
        const account = accountAt(state, address)
        return [address, slots.map((slot) => toHex(slotOf(account, slot)))] as const
      })
      return encodeResult(Object.fromEntries(values))
    })
  },
})
