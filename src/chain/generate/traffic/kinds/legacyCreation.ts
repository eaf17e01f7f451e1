import { createToken } from '../../../contracts/tokenCalls.ts'
import { drawTokenName } from '../../readable.ts'
import { drawGasPrice } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { firstHolders } from '../parties.ts'
import { TOKEN_CREATION_GAS } from './tokenCreation.ts'

/** An ERC-20 created by a legacy transaction that is bound to the chain (EIP-155). */
export const legacyCreation: TrafficKind = {
  weight: 1,
  since: 'spuriousDragon',
  needs: [],
  draft: ({ random, signers }) => {
    const { name, symbol } = drawTokenName(random)
    return [
      {
        sender: random.pick(signers),
        fields: {
          type: 0,
          replayProtected: true,
          to: undefined,
          value: 0n,
          data: createToken(name, symbol, firstHolders(signers)),
          gasLimit: TOKEN_CREATION_GAS,
          gasPrice: drawGasPrice(random),
        },
        deploys: { role: 'token', partners: [] },
      },
    ]
  },
}
