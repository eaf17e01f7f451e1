import { addressWord, encodeCall, word } from '../../../contracts/abi.ts'
import { tokenContract } from '../../../contracts/token.ts'
import { TOKEN } from '../../../contracts/tokenCalls.ts'
import { drawGasPrice } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** ERC-20 `approve` in a legacy transaction: one `Approval` log. */
export const tokenApproval: TrafficKind = {
  weight: 80,
  since: 'spuriousDragon',
  needs: ['token'],
  draft: ({ random, signers, contracts, amount }) => [
    {
      sender: random.pick(signers),
      fields: {
        type: 0,
        replayProtected: true,
        to: random.pick(contracts.token).address,
        value: 0n,
        data: encodeCall(
          tokenContract.selectors.approve,
          addressWord(random.pick(signers).address),
          word(BigInt(amount) * TOKEN),
        ),
        gasLimit: 60_000n,
        gasPrice: drawGasPrice(random),
      },
    },
  ],
}
