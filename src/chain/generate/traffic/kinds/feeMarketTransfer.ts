import { TRANSFER_GAS } from '../../../protocol/transactionGas.ts'
import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient, MILLIETHER, NO_DATA } from '../parties.ts'

/** Ether sent in a type 2 transaction (EIP-1559). */
export const feeMarketTransfer: TrafficKind = {
  weight: 1200,
  since: 'london',
  needs: [],
  draft: ({ random, signers, amount }) => [
    {
      sender: random.pick(signers),
      fields: {
        type: 2,
        to: drawRecipient(random, signers),
        value: BigInt(amount) * MILLIETHER,
        data: NO_DATA,
        gasLimit: TRANSFER_GAS,
        accessList: [],
        ...drawFeeMarket(random),
      },
    },
  ],
}
