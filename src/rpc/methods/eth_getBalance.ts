import { accountAt } from '../../chain/state/stateReads.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { address } from '../params/address.ts'
import { readArguments } from '../params/arguments.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { answerFromState } from '../stateAnswers.ts'

/**
 * The balance of an account (EIP-1474).
 *
 * 1. address: DATA, 20 bytes
 * 2. block: as `stateBlock` reads it; default: `latest`
 *
 * Result: QUANTITY, in wei.
 */
export const eth_getBalance: Method = (params, context) => {
  const [account, block] = readArguments(params, context, [address], [stateBlock])
  return answerFromState(context, block, (state) =>
    encodeResult(toQuantity(accountAt(state, account)?.balance ?? 0n)),
  )
}
