import { encodeCreation } from '../../abi.ts'
import { factoryContract } from '../../contracts/factory.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** Deploys a contract that deploys others by CREATE2. */
export const factoryCreation: TrafficKind = {
  weight: 1,
  since: 'constantinople',
  needs: [],
  draft: ({ random, fork, signers }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: undefined,
        value: 0n,
        data: encodeCreation(factoryContract.creationCode),
        gasLimit: 250_000n,
        ...drawWalletFees(random, fork),
      },
      deploys: { role: 'factory', partners: [] },
    },
  ],
}
