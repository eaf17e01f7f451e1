import { TRANSFER_GAS } from '../../../protocol/transactionGas.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient, MILLIETHER, NO_DATA } from '../parties.ts'

const COUNT_MIN = 4
const COUNT_MAX = 8

/** Several transactions of one sender with consecutive nonces, like an exchange that pays out. */
export const burst: TrafficKind = {
  weight: 3,
  since: 'chainstart',
  needs: [],
  draft: ({ random, fork, signers, amount, transactionsLeft }) => {
    if (transactionsLeft < COUNT_MIN) return []
    const sender = random.pick(signers)
    const fees = drawWalletFees(random, fork)
    return Array.from(
      { length: random.between(COUNT_MIN, Math.min(COUNT_MAX, transactionsLeft)) },
      () => ({
        sender,
        fields: {
          to: drawRecipient(random, signers),
          value: BigInt(amount) * MILLIETHER,
          data: NO_DATA,
          gasLimit: TRANSFER_GAS,
          ...fees,
        },
      }),
    )
  },
}
