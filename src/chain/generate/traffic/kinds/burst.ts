import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawRecipient, MILLIETHER, NO_DATA, TRANSFER_GAS } from '../parties.ts'

const FEWEST = 4
const MOST = 8

/** Several transactions of one sender with consecutive nonces, like an exchange that pays out. */
export const burst: TrafficKind = {
  weight: 3,
  since: 'chainstart',
  needs: [],
  draft: ({ random, fork, signers, amount, transactionsLeft }) => {
    if (transactionsLeft < FEWEST) return []
    const sender = random.pick(signers)
    const fees = drawWalletFees(random, fork)
    return Array.from({ length: random.between(FEWEST, Math.min(MOST, transactionsLeft)) }, () => ({
      sender,
      fields: {
        to: drawRecipient(random, signers),
        value: BigInt(amount) * MILLIETHER,
        data: NO_DATA,
        gasLimit: TRANSFER_GAS,
        ...fees,
      },
    }))
  },
}
