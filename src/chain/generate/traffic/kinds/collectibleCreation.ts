import { encodeCreation, textArgument } from '../../../contracts/abi.ts'
import { collectibleContract } from '../../../contracts/collectible.ts'
import { drawTokenName } from '../../readable.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** Deploys an ERC-721. */
export const collectibleCreation: TrafficKind = {
  weight: 1,
  since: 'byzantium',
  needs: [],
  draft: ({ random, fork, signers }) => {
    const { name, symbol } = drawTokenName(random)
    return [
      {
        sender: random.pick(signers),
        fields: {
          to: undefined,
          value: 0n,
          data: encodeCreation(
            collectibleContract.creationCode,
            textArgument(name),
            textArgument(symbol),
          ),
          gasLimit: 1_900_000n,
          ...drawWalletFees(random, fork),
        },
        deploys: { role: 'collectible', partners: [] },
      },
    ]
  },
}
