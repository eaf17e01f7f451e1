import { TOKEN, transferCall } from '../../../contracts/tokenCalls.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawHolder, drawRecipient } from '../parties.ts'

/** ERC-20 `transfer`: one `Transfer` log. */
export const tokenTransfer: TrafficKind = {
  weight: 480,
  since: 'chainstart',
  needs: ['token'],
  draft: ({ random, fork, signers, contracts, amount }) => [
    {
      sender: drawHolder(random, signers),
      fields: {
        to: random.pick(contracts.token).address,
        value: 0n,
        data: transferCall(drawRecipient(random, signers), (BigInt(amount) * TOKEN) / 1000n),
        gasLimit: 70_000n,
        ...drawWalletFees(random, fork),
      },
    },
  ],
}
