import { EndpointMoveError } from '../../endpoint/moveError.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { object } from '../../primitives/input.ts'
import { alterAccount } from '../alterAccount.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { nothing } from '../results.ts'
import { type Amount, address, amount, quantity, uint256 } from '../stateParameters.ts'

export interface AddBalance {
  /**
   * Adds to the balance of an account in the state after the head. No block is mined, and no block can lead to this state.
   *
   * @param address DATA, 20 bytes
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`; INVALID_ARGUMENT if the sum has more than 32 bytes
   */
  addBalance(address: Hex, wei: bigint): Promise<void>
}

export interface AddBalanceSteps {
  /** Adds to the balance of an account, in wei. */
  readonly addBalance: { readonly address: Hex; readonly wei: Amount }
}

const BALANCE_MAX = 2n ** 256n - 1n

const outside = remoteCall([address, quantity('wei', 'What is added.')], (address, wei) => [
  address,
  BigInt(wei),
])

export const addBalance: MoveOf<AddBalance, AddBalanceSteps> = {
  name: 'addBalance',
  effect: 'altersState',
  group: 'State by hand',
  summary: 'Adds to the balance of an account, in wei.',
  parameters: [address, uint256('wei', 'What is added.')],
  run(endpoint, [address, wei]) {
    return alterAccount(endpoint, address, (account) => {
      const balance = account.balance + wei
      if (balance <= BALANCE_MAX) return { balance }
      throw new EndpointMoveError('INVALID_ARGUMENT', 'wei: the balance would exceed 2^256 - 1')
    })
  },
  outside,
  result: nothing,
  aliases: [{ names: ['anvil_addBalance', 'hardhat_addBalance'], ...outside, result: nothing }],
  steps: {
    addBalance: {
      schema: object({ address: address.schema, wei: amount }),
      play: (perform, { address, wei }) => perform(address, BigInt(wei)),
    },
  },
  toStep: ([address, wei]) => ({ addBalance: { address, wei: toQuantity(wei) } }),
}
