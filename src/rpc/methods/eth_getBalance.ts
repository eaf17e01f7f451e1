import { accountAt } from '../../chain/state/stateReads.ts'
import { toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { ref } from '../schemas/schema.ts'
import { answerFromState } from '../stateAnswers.ts'

/** The balance of an account (EIP-1474). */
export const eth_getBalance = method({
  name: 'eth_getBalance',
  set: 'all',
  does: 'reads',
  faults: ['state', 'balance'],
  summary: 'The balance of an account, in wei.',
  params: [address, stateBlock],
  result: { name: 'balance', schema: ref('Quantity') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([account, block], context) =>
    answerFromState(context, block, (state) =>
      encodeResult(toQuantity(accountAt(state, account)?.balance ?? 0n)),
    ),
})
