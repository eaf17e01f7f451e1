import { approveCall, TOKEN } from '../token.ts'
import { drawGasPrice } from './fees.ts'
import type { TrafficKind } from './kind.ts'

/** ERC-20 `approve` in a legacy transaction: one `Approval` log. */
export const tokenApproval: TrafficKind = {
  name: 'token-approval',
  needsToken: true,
  weight: 5,
  since: 'spuriousDragon',
  draft: ({ random, signers, tokens, amount }) => ({
    sender: random.pick(signers),
    fields: {
      type: 0,
      replayProtected: true,
      to: random.pick(tokens),
      value: 0n,
      data: approveCall(random.pick(signers).address, BigInt(amount) * TOKEN),
      gasLimit: 60_000n,
      gasPrice: drawGasPrice(random),
    },
  }),
}
