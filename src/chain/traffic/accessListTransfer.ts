import { balanceSlot, TOKEN, transferCall } from '../token.ts'
import { drawGasPrice } from './fees.ts'
import type { TrafficKind } from './kind.ts'
import { drawRecipient } from './parties.ts'

/** A token transfer in a type 1 transaction that lists just the storage it is going to touch (EIP-2930). */
export const accessListTransfer: TrafficKind = {
  name: 'access-list-transfer',
  needsToken: true,
  weight: 9,
  since: 'berlin',
  draft: ({ random, signers, tokens, amount }) => {
    const sender = random.pick(signers)
    const recipient = drawRecipient(random, signers)
    const token = random.pick(tokens)
    return {
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
    }
  },
}
