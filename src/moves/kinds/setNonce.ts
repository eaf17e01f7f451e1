import type { Hex } from '../../primitives/hex.ts'
import { object, wholeNumber } from '../../primitives/input.ts'
import { alterAccount } from '../alterAccount.ts'
import type { MoveOf } from '../move.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { address } from '../stateParameters.ts'

export interface SetNonce {
  /**
   * Sets the nonce of an account in the state after the head. No block is mined, and no block can lead to this state.
   *
   * @param address DATA, 20 bytes
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  setNonce(address: Hex, nonce: number): Promise<void>
}

export interface SetNonceSteps {
  /** Sets the nonce of an account. */
  readonly setNonce: { readonly address: Hex; readonly nonce: number }
}

const nonce = { name: 'nonce', schema: wholeNumber(0) }

export const setNonce: MoveOf<SetNonce, SetNonceSteps> = {
  name: 'setNonce',
  effect: 'altersState',
  group: 'State by hand',
  summary: 'Sets the nonce of an account.',
  parameters: [address, nonce],
  run(endpoint, [address, nonce]) {
    return alterAccount(endpoint, address, () => ({ nonce: BigInt(nonce) }))
  },
  result: nothing,
  aliases: [
    { names: ['anvil_setNonce'], parameters: [address, nonce], result: nothing },
    {
      names: ['hardhat_setNonce', 'ganache_setNonce', 'evm_setAccountNonce'],
      parameters: [address, nonce],
      result: alwaysTrue,
    },
  ],
  steps: {
    setNonce: {
      schema: object({ address: address.schema, nonce: nonce.schema }),
      play: (perform, { address, nonce }) => perform(address, nonce),
    },
  },
  toStep: ([address, nonce]) => ({ setNonce: { address, nonce } }),
}
