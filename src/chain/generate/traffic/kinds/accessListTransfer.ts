import { balanceSlot, TOKEN, transferCall } from '../../../contracts/tokenCalls.ts'
import { drawGasPrice } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawHolder, drawRecipient } from '../parties.ts'

/** A token transfer in a type 1 transaction that lists exactly the storage that it uses (EIP-2930). */
export const accessListTransfer: TrafficKind = {
  weight: 160,
  since: 'berlin',
  needs: ['token'],
  draft: ({ random, signers, contracts, amount }) => {
    const sender = drawHolder(random, signers)
    const recipient = drawRecipient(random, signers)
    const token = random.pick(contracts.token).address
    return [
      {
        sender,
        fields: {
          type: 1,
          to: token,
          value: 0n,
          data: transferCall(recipient, (BigInt(amount) * TOKEN) / 1000n),
          gasLimit: 80_000n,
          gasPrice: drawGasPrice(random),
          accessList: [[token, [balanceSlot(sender.address), balanceSlot(recipient)]]],
        },
      },
    ]
  },
}
