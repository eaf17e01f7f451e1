import { accountAt } from '../../chain/state/stateReads.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { address } from '../params/address.ts'
import { readArguments } from '../params/arguments.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { nextNonce } from '../sending/nextNonce.ts'
import { answerFromState } from '../stateAnswers.ts'

/**
 * How many transactions an account has sent, its nonce (EIP-1474). `pending` counts those in the pending block and in the pool.
 *
 * 1. address: DATA, 20 bytes
 * 2. block: as `stateBlock` reads it; default: `latest`
 *
 * Result: QUANTITY.
 */
export const eth_getTransactionCount: Method = (params, context) => {
  const [account, block] = readArguments(params, context, [address], [stateBlock])
  if (block === 'pending' && context.endpoint.sending !== undefined) {
    return nextNonce(account, context).then((nonce) => encodeResult(toQuantity(nonce)))
  }
  return answerFromState(context, block, (state) =>
    encodeResult(toQuantity(accountAt(state, account)?.nonce ?? 0n)),
  )
}
