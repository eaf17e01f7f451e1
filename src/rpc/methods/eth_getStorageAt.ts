import { accountAt, slotOf } from '../../chain/state/stateReads.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { address } from '../params/address.ts'
import { readArguments } from '../params/arguments.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { decodeStorageKey, storageKey } from '../params/storageKey.ts'
import { answerFromState } from '../stateAnswers.ts'

/**
 * The value of a slot of a contract's storage (EIP-1474).
 *
 * 1. address: DATA, 20 bytes
 * 2. slot: up to 32 bytes in hex
 * 3. block: as `stateBlock` reads it; default: `latest`
 *
 * Result: DATA, 32 bytes; zeros for a slot that was never written.
 */
export const eth_getStorageAt: Method = (params, context) => {
  const [account, key, block] = readArguments(params, context, [address, storageKey], [stateBlock])
  return answerFromState(context, block, (state) =>
    encodeResult(toHex(slotOf(accountAt(state, account), decodeStorageKey(key)))),
  )
}
