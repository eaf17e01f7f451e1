import { accountAt, codeOf } from '../../chain/state/stateReads.ts'
import { toHex } from '../../primitives/hex.ts'
import { type Answer, encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { address } from '../params/address.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { ref } from '../schemas/schema.ts'
import { answerFromState } from '../stateAnswers.ts'

/** The code of a contract, or the delegation of an account (EIP-7702); `0x` for any other account (EIP-1474). */
export const eth_getCode = method({
  name: 'eth_getCode',
  set: 'all',
  does: 'reads',
  faults: ['state', 'code'],
  summary: 'The code of a contract; 0x for an account without code.',
  params: [address, stateBlock],
  result: { name: 'code', schema: ref('Bytes') },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
  run: ([account, block], context) =>
    answerFromState(context, block, (state) => {
      const codes = context.view.chain.states.codes()
      const answer = (known: Awaited<typeof codes>) =>
        encodeCode(codeOf(accountAt(state, account), known))
      return codes instanceof Promise ? codes.then(answer) : answer(codes)
    }),
})

/** Encoded once for each code, because contracts are large, and a chain has few different ones. */
const encoded = new WeakMap<Uint8Array, Answer>()

function encodeCode(code: Uint8Array): Answer {
  let answer = encoded.get(code)
  if (answer === undefined) {
    answer = encodeResult(toHex(code))
    encoded.set(code, answer)
  }
  return answer
}
