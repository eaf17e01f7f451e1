import { addressWord, encodeCall, word } from '../../../contracts/abi.ts'
import { poolContract } from '../../../contracts/pool.ts'
import { TOKEN } from '../../../contracts/tokenCalls.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** A swap without sending tokens to the pool: reverts with `Error("Pool: INSUFFICIENT_INPUT_AMOUNT")`. */
export const refusedSwap: TrafficKind = {
  weight: 4,
  since: 'chainstart',
  needs: ['pool'],
  draft: ({ random, fork, signers, contracts, amount }) => {
    const sender = random.pick(signers)
    return [
      {
        sender,
        fields: {
          to: random.pick(contracts.pool).address,
          value: 0n,
          data: encodeCall(
            poolContract.selectors.swap,
            word((BigInt(amount) * TOKEN) / 1000n),
            word(0),
            addressWord(sender.address),
          ),
          gasLimit: 100_000n,
          ...drawWalletFees(random, fork),
        },
      },
    ]
  },
}
