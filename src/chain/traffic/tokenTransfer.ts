import { TOKEN, transferCall } from '../token.ts'
import { drawFeeMarket } from './fees.ts'
import type { TrafficKind } from './kind.ts'
import { drawRecipient } from './parties.ts'

/** ERC-20 `transfer`: one `Transfer` log. */
export const tokenTransfer: TrafficKind = {
  name: 'token-transfer',
  needsToken: true,
  weight: 24,
  since: 'london',
  draft: ({ random, signers, tokens, amount }) => ({
    sender: random.pick(signers),
    fields: {
      type: 2,
      to: random.pick(tokens),
      value: 0n,
      data: transferCall(drawRecipient(random, signers), (BigInt(amount) * TOKEN) / 1000n),
      gasLimit: 70_000n,
      accessList: [],
      ...drawFeeMarket(random),
    },
  }),
}
