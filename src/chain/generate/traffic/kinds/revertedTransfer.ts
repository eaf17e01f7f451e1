import { transferCall } from '../../../contracts/tokenCalls.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient } from '../parties.ts'

/** More tokens than there can ever be, so that no sequence of transfers can make the call succeed. */
const TOO_MUCH = 2n ** 255n

/** Reverts with `ERC20InsufficientBalance`: status 0, no logs, and the gas that was not used is given back. */
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
