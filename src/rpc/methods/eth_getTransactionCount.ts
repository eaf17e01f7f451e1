import { accountAt } from '../../chain/state/stateReads.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { ref } from '../schemas/schema.ts'
import { nextNonce } from '../sending/nextNonce.ts'
import { answerFromState } from '../stateAnswers.ts'

/** How many transactions an account has sent, its nonce (EIP-1474). `pending` counts those in the pending block and in the pool. */
export const eth_getTransactionCount = method({
  name: 'eth_getTransactionCount',
  set: 'all',
  does: 'reads',
  faults: ['state', 'nonce'],
  summary: 'How many transactions an account has sent: its nonce.',
  params: [address, stateBlock],
  result: { name: 'nonce', schema: ref('Quantity') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([account, block], context) => {
    if (block === 'pending' && context.endpoint.miner !== undefined) {
      return nextNonce(account, context).then((nonce) => encodeResult(toQuantity(nonce)))
    }
    return answerFromState(context, block, (state) =>
      encodeResult(toQuantity(accountAt(state, account)?.nonce ?? 0n)),
    )
  },
})
