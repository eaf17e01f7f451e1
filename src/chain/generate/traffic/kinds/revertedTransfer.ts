import { transferCall } from '../../../contracts/tokenCalls.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient } from '../parties.ts'

/** More than the total supply, so that the call fails whatever transfers came before. */
const TOO_MUCH = 2n ** 255n

/** Reverts with `ERC20InsufficientBalance`: status 0, no logs, and the unused gas is refunded. */
export const revertedTransfer: TrafficKind = {
  weight: 40,
  since: 'chainstart',
  needs: ['token'],
  draft: ({ random, fork, signers, contracts, amount }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: random.pick(contracts.token).address,
        value: 0n,
        data: transferCall(drawRecipient(random, signers), TOO_MUCH + BigInt(amount)),
        gasLimit: 70_000n,
        ...drawWalletFees(random, fork),
      },
    },
  ],
}
