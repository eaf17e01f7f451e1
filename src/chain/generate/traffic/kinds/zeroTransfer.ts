import { TRANSFER_GAS } from '../../../protocol/transactionGas.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient, NO_DATA } from '../parties.ts'

/** A transfer of no ether at all. */
export const zeroTransfer: TrafficKind = {
  weight: 20,
  since: 'chainstart',
  needs: [],
  draft: ({ random, fork, signers }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: drawRecipient(random, signers),
        value: 0n,
        data: NO_DATA,
        gasLimit: TRANSFER_GAS,
        ...drawWalletFees(random, fork),
      },
    },
  ],
}
