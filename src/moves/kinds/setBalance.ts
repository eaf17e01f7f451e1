import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { object } from '../../primitives/input.ts'
import { alterAccount } from '../alterAccount.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { type Amount, address, amount, quantity, uint256 } from '../stateParameters.ts'

export interface SetBalance {
  /**
   * Sets the balance of an account in the state after the head. No block is mined, and no block can lead to this state.
   *
   * @param address DATA, 20 bytes
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  setBalance(address: Hex, wei: bigint): Promise<void>
}

export interface SetBalanceSteps {
  /** Sets the balance of an account, in wei. */
  readonly setBalance: { readonly address: Hex; readonly wei: Amount }
}

const outside = remoteCall([address, quantity('wei', 'The balance.')], (address, wei) => [
  address,
  BigInt(wei),
])

export const setBalance: MoveOf<SetBalance, SetBalanceSteps> = {
  name: 'setBalance',
  effect: 'altersState',
  group: 'State by hand',
  summary: 'Sets the balance of an account, in wei.',
  parameters: [address, uint256('wei', 'The balance.')],
  run(endpoint, [address, wei]) {
    return alterAccount(endpoint, address, () => ({ balance: wei }))
  },
  outside,
  result: nothing,
  aliases: [
    { names: ['anvil_setBalance'], ...outside, result: nothing },
    { names: ['hardhat_setBalance', 'evm_setAccountBalance'], ...outside, result: alwaysTrue },
  ],
  steps: {
    setBalance: {
      schema: object({ address: address.schema, wei: amount }),
      play: (perform, { address, wei }) => perform(address, BigInt(wei)),
    },
  },
  toStep: ([address, wei]) => ({ setBalance: { address, wei: toQuantity(wei) } }),
}
