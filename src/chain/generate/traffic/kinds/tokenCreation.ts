import { createToken } from '../../../contracts/tokenCalls.ts'
import { drawTokenName } from '../../readable.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { firstHolders } from '../parties.ts'

/** In gas: enough under any fork. */
export const TOKEN_CREATION_GAS = 1_600_000n

/** Deploys an ERC-20 that gives tokens to the first accounts: a `Transfer` log for each. */
export const tokenCreation: TrafficKind = {
  weight: 3,
  since: 'chainstart',
  needs: [],
  draft: ({ random, fork, signers }) => {
    const { name, symbol } = drawTokenName(random)
    return [
      {
        sender: random.pick(signers),
        fields: {
          to: undefined,
          value: 0n,
          data: createToken(name, symbol, firstHolders(signers)),
          gasLimit: TOKEN_CREATION_GAS,
          ...drawWalletFees(random, fork),
        },
        deploys: { role: 'token', partners: [] },
      },
    ]
  },
}
