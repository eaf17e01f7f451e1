import { TOKEN, transferCall } from '../../../contracts/tokenCalls.ts'
import { drawGasPrice } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawHolder, drawRecipient } from '../parties.ts'

/** A token transfer whose sender set the gas limit of a plain one: it runs out, and all of it is used. */
export const outOfGasTransfer: TrafficKind = {
  weight: 40,
  since: 'spuriousDragon',
  needs: ['token'],
  draft: ({ random, signers, contracts, amount }) => [
    {
      sender: drawHolder(random, signers),
      fields: {
        type: 0,
        replayProtected: true,
        to: random.pick(contracts.token).address,
        value: 0n,
        data: transferCall(drawRecipient(random, signers), (BigInt(amount) * TOKEN) / 1000n),
        // Above what the call costs before it starts (21,000 and up to 68 a byte), below what its stores cost.
        gasLimit: BigInt(random.between(25_000, 26_000)),
        gasPrice: drawGasPrice(random),
      },
    },
  ],
}
