import { accountAt, codeOf } from '../../chain/state/stateReads.ts'
import { toHex, toQuantity } from '../../primitives/hex.ts'
import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { closedObject, ref } from '../schemas/schema.ts'
import { answerFromState } from '../stateAnswers.ts'

/** The balance, nonce and code of an account (Reth, Anvil). */
export const eth_getAccountInfo = method({
  name: 'eth_getAccountInfo',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'The balance, nonce and code of an account.',
  params: [address, stateBlock],
  result: {
    name: 'account',
    schema: closedObject({
      balance: ref('Quantity', 'In wei.'),
      nonce: ref('Quantity'),
      code: ref('Bytes'),
    }),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([account, block], context) =>
    answerFromState(context, block, (state) => {
      const codes = context.view.chain.states.codes()
      const found = accountAt(state, account)
      const answer = (known: Awaited<typeof codes>) =>
        encodeResult({
          balance: toQuantity(found?.balance ?? 0n),
          nonce: toQuantity(found?.nonce ?? 0n),
          code: toHex(codeOf(found, known)),
        })
      return codes instanceof Promise ? codes.then(answer) : answer(codes)
    }),
})
