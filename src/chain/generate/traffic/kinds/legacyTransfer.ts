import { TRANSFER_GAS } from '../../../protocol/transactionGas.ts'
import { drawGasPrice } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient, MILLIETHER, NO_DATA } from '../parties.ts'

/** Ether sent in a legacy transaction that is bound to the chain (EIP-155). */
export const legacyTransfer: TrafficKind = {
  weight: 600,
  since: 'spuriousDragon',
  needs: [],
  draft: ({ random, signers, amount }) => [
    {
      sender: random.pick(signers),
      fields: {
        type: 0,
        replayProtected: true,
        to: drawRecipient(random, signers),
        value: BigInt(amount) * MILLIETHER,
        data: NO_DATA,
        gasLimit: TRANSFER_GAS,
        gasPrice: drawGasPrice(random),
      },
    },
  ],
}
