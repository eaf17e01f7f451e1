import { TOKEN, transferCall } from '../../../contracts/tokenCalls.ts'
import { drawGasPrice } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawHolder, drawRecipient } from '../parties.ts'

/** A token transfer with too low a gas limit: it runs out of gas, and uses all of it. */
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
        // Above the intrinsic gas (21,000 and up to 68 per byte), but too low for the stores of the call.
        gasLimit: BigInt(random.between(25_000, 26_000)),
        gasPrice: drawGasPrice(random),
      },
    },
  ],
}
