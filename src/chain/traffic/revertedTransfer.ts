import { HOLDING, transferCall } from '../token.ts'
import { drawFeeMarket } from './fees.ts'
import type { TrafficKind } from './kind.ts'
import { drawRecipient } from './parties.ts'

/** More tokens than all holders together have, so that no sequence of transfers can make the call succeed. */
const TOO_MUCH = 100n * HOLDING

/** Reverts with `ERC20InsufficientBalance`: status 0, no logs, and the gas that was not used is given back. */
export const revertedTransfer: TrafficKind = {
  name: 'reverted-transfer',
  needsToken: true,
  weight: 3,
  since: 'london',
  draft: ({ random, signers, tokens, amount }) => ({
    sender: random.pick(signers),
    fields: {
      type: 2,
      to: random.pick(tokens),
      value: 0n,
      data: transferCall(drawRecipient(random, signers), TOO_MUCH + BigInt(amount)),
      gasLimit: 70_000n,
      accessList: [],
      ...drawFeeMarket(random),
    },
  }),
}
