import { addressWord, bytesArgument, encodeCall, word } from '../../../contracts/abi.ts'
import { tokenContract } from '../../../contracts/token.ts'
import { TOKEN } from '../../../contracts/tokenCalls.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { drawHolder, NO_DATA } from '../parties.ts'

/**
 * Swaps one token of a pool for the other: a `Transfer` log for each, and the pool's `Sync` and `Swap`. The transaction
 * calls the token, which calls the pool (ERC-677).
 */
export const poolSwap: TrafficKind = {
  weight: 6,
  since: 'chainstart',
  needs: ['pool'],
  draft: ({ random, fork, signers, contracts, amount }) => {
    const pool = random.pick(contracts.pool)
    return [
      {
        sender: drawHolder(random, signers),
        fields: {
          to: random.pick(pool.partners),
          value: 0n,
          data: encodeCall(
            tokenContract.selectors.transferAndCall,
            addressWord(pool.address),
            word((BigInt(amount) * TOKEN) / 1000n),
            bytesArgument(NO_DATA),
          ),
          gasLimit: 200_000n,
          ...drawWalletFees(random, fork),
        },
      },
    ]
  },
}
