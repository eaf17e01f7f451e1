import { accountAt, slotOf } from '../../chain/state/stateReads.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { requireSlots, storageRequest } from '../params/storageRequest.ts'
import { answerFromState } from '../stateAnswers.ts'

/**
 * The values of several slots of several contracts (execution-apis).
 *
 * 1. slots: object with a list of slots (DATA, 32 bytes) for each address, at most 1,024 in all
 * 2. block: as `stateBlock` reads it; default: `latest`
 *
 * Result: object with a list of values (DATA, 32 bytes) for each address.
 */
export const eth_getStorageValues: Method = (params, context) => {
  const [request, block] = readArguments(params, context, [storageRequest], [stateBlock])
  requireSlots(request)
  return answerFromState(context, block, (state) => {
    const values = request.map(([address, slots]) => {
      const account = accountAt(state, address)
      return [address, slots.map((slot) => toHex(slotOf(account, slot)))] as const
    })
    return encodeResult(Object.fromEntries(values))
  })
}
