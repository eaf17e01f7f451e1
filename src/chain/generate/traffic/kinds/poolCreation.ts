import { addressWord, encodeCreation, word } from '../../../contracts/abi.ts'
import { poolContract } from '../../../contracts/pool.ts'
import { TOKEN } from '../../../contracts/tokenCalls.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** A pool's initial reserve of each token, in the smallest unit. */
const LIQUIDITY = 100_000n * TOKEN

/** Deploys a pool of two tokens: a `Transfer` log for each, and the pool's first `Sync`. */
export const poolCreation: TrafficKind = {
  weight: 1,
  since: 'chainstart',
  needs: ['token'],
  draft: ({ random, fork, signers, contracts }) => {
    const [first, second] = contracts.token.slice(-2)
    if (first === undefined || second === undefined) return []
    const partners = [first.address, second.address]
    return [
      {
        sender: random.pick(signers),
        fields: {
          to: undefined,
          value: 0n,
          data: encodeCreation(
            poolContract.creationCode,
            ...partners.map(addressWord),
            word(LIQUIDITY),
          ),
          gasLimit: 1_300_000n,
          ...drawWalletFees(random, fork),
        },
        deploys: { role: 'pool', partners },
      },
    ]
  },
}
