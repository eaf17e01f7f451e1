import { accountAt, codeOf } from '../../chain/state/stateReads.ts'
import { toHex } from '../../primitives/hex.ts'
import { type Answer, encodeResult } from '../answer.ts'
import type { Method } from '../method.ts'
import { address } from '../params/address.ts'
import { readArguments } from '../params/arguments.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { answerFromState } from '../stateAnswers.ts'

/**
 * The code of a contract, or the delegation of an account (EIP-7702); `0x` for any other account (EIP-1474).
 *
 * 1. address: DATA, 20 bytes
 * 2. block: as `stateBlock` reads it; default: `latest`
 *
 * Result: DATA.
 */
export const eth_getCode: Method = (params, context) => {
  const [account, block] = readArguments(params, context, [address], [stateBlock])
  return answerFromState(context, block, (state) => {
    const codes = context.view.chain.states.codes()
    const answer = (known: Awaited<typeof codes>) =>
      encodeCode(codeOf(accountAt(state, account), known))
    return codes instanceof Promise ? codes.then(answer) : answer(codes)
  })
}

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
