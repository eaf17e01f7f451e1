import { TOKEN, transferCall } from '../token.ts'
import { drawGasPrice } from './fees.ts'
import type { TrafficKind } from './kind.ts'
import { drawRecipient } from './parties.ts'

/** A token transfer whose sender set the gas limit of a plain one: it runs out, and all of it is used. */
export const outOfGasTransfer: TrafficKind = {
  name: 'out-of-gas-transfer',
  needsToken: true,
  weight: 3,
  since: 'spuriousDragon',
  draft: ({ random, signers, tokens, amount }) => ({
    sender: random.pick(signers),
    fields: {
      type: 0,
      replayProtected: true,
      to: random.pick(tokens),
      value: 0n,
      data: transferCall(drawRecipient(random, signers), (BigInt(amount) * TOKEN) / 1000n),
      // Above what the call costs before it starts (21,000 and 16 a byte), below its first two storage reads.
      gasLimit: BigInt(random.between(23_000, 24_500)),
      gasPrice: drawGasPrice(random),
    },
  }),
}
