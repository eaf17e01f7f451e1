import { drawFeeMarket } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { NO_DATA } from '../parties.ts'

/** Clears all slots of a contract: the refund lowers what the sender pays, and not the gas of the block (EIP-7778). */
export const clearedSlots: TrafficKind = {
  weight: 2,
  since: 'amsterdam',
  needs: ['slots'],
  draft: ({ random, signers, contracts }) => {
    const { address } = random.pick(contracts.slots)
    return [
      {
        sender: random.pick(signers),
        fields: {
          type: 2,
          to: address,
          value: 0n,
          data: NO_DATA,
          gasLimit: 100_000n,
          accessList: [],
          ...drawFeeMarket(random),
        },
        retires: { role: 'slots', address },
      },
    ]
  },
}
