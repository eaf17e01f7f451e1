import { TRANSFER_GAS } from '../../../protocol/transactionGas.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { MILLIETHER, NO_DATA } from '../parties.ts'

/** Ether that an account sends to itself, as wallets do to replace a stuck transaction. */
export const selfTransfer: TrafficKind = {
  weight: 20,
  since: 'chainstart',
  needs: [],
  draft: ({ random, fork, signers, amount }) => {
    const sender = random.pick(signers)
    return [
      {
        sender,
        fields: {
          to: sender.address,
          value: BigInt(amount) * MILLIETHER,
          data: NO_DATA,
          gasLimit: TRANSFER_GAS,
          ...drawWalletFees(random, fork),
        },
      },
    ]
  },
}
