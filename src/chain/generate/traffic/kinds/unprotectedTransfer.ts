import { TRANSFER_GAS } from '../../../protocol/transactionGas.ts'
import { drawGasPrice } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient, MILLIETHER, NO_DATA } from '../parties.ts'

/** Ether sent in a legacy transaction without EIP-155: `v` is 27 or 28, and it is valid on any chain. */
export const unprotectedTransfer: TrafficKind = {
  weight: 240,
  since: 'chainstart',
  needs: [],
  draft: ({ random, signers, amount }) => [
    {
      sender: random.pick(signers),
      fields: {
        type: 0,
        replayProtected: false,
        to: drawRecipient(random, signers),
        value: BigInt(amount) * MILLIETHER,
        data: NO_DATA,
        gasLimit: TRANSFER_GAS,
        gasPrice: drawGasPrice(random),
      },
    },
  ],
}
