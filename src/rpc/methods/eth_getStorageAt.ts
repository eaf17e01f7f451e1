import { accountAt, slotOf } from '../../chain/state/stateReads.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { decodeStorageKey, storageKey } from '../params/storageKey.ts'
import { ref } from '../schemas/schema.ts'
import { answerFromState } from '../stateAnswers.ts'

/** The value of a slot of a contract's storage (EIP-1474). */
export const eth_getStorageAt = method({
  name: 'eth_getStorageAt',
  set: 'all',
  does: 'reads',
  faults: ['state', 'storage'],
  summary: "The value of a slot of a contract's storage.",
  params: [address, storageKey, stateBlock],
  result: { name: 'value', schema: ref('Hash') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([account, key, block], context) =>
    answerFromState(context, block, (state) =>
      encodeResult(toHex(slotOf(accountAt(state, account), decodeStorageKey(key)))),
    ),
})
