import type { AccountState } from '../../chain/state/account.ts'
import { type Hex, toQuantity, toWord } from '../../primitives/hex.ts'
import { object } from '../../primitives/input.ts'
import { alterAccount, withSlot } from '../alterAccount.ts'
import { type MoveOf, remoteCall } from '../move.ts'
import { alwaysTrue, nothing } from '../results.ts'
import { type Amount, address, amount, quantity, uint256 } from '../stateParameters.ts'

export interface SetStorageAt {
  /**
   * Sets a slot of an account in the state after the head. No block is mined, and no block can lead to this state.
   *
   * @param address DATA, 20 bytes
   * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
   */
  setStorageAt(address: Hex, slot: bigint, value: bigint): Promise<void>
}

export interface SetStorageAtSteps {
  /** Sets a slot in the storage of an account. */
  readonly setStorageAt: { readonly address: Hex; readonly slot: Amount; readonly value: Amount }
}

const outside = remoteCall(
  [address, quantity('slot', 'Its number.'), quantity('value', '0 to empty it.')],
  (address, slot, value) => [address, BigInt(slot), BigInt(value)],
)

export const setStorageAt: MoveOf<SetStorageAt, SetStorageAtSteps> = {
  name: 'setStorageAt',
  effect: 'altersState',
  group: 'State by hand',
  summary: 'Sets a slot in the storage of an account.',
  parameters: [address, uint256('slot', 'Its number.'), uint256('value', '0 to empty it.')],
  run(endpoint, [address, slot, value]) {
    const word = toWord(slot)
    const change = ({ storage }: AccountState) => ({ storage: withSlot(storage, word, value) })
    return alterAccount(endpoint, address, change, [word])
  },
  outside,
  result: nothing,
  aliases: [
    {
      names: [
        'anvil_setStorageAt',
        'hardhat_setStorageAt',
        'ganache_setStorageAt',
        'evm_setAccountStorageAt',
      ],
      ...outside,
      result: alwaysTrue,
    },
  ],
  steps: {
    setStorageAt: {
      schema: object({ address: address.schema, slot: amount, value: amount }),
      play: (perform, { address, slot, value }) => perform(address, BigInt(slot), BigInt(value)),
    },
  },
  toStep: ([address, slot, value]) => ({
    setStorageAt: { address, slot: toQuantity(slot), value: toQuantity(value) },
  }),
}
