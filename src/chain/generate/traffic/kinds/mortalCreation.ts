import { encodeCreation } from '../../../contracts/abi.ts'
import { mortalContract } from '../../../contracts/mortal.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'
import { MILLIETHER } from '../parties.ts'

/** Deploys a contract that can destroy itself, with some ether. */
export const mortalCreation: TrafficKind = {
  weight: 2,
  since: 'chainstart',
  needs: [],
  draft: ({ random, fork, signers, amount }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: undefined,
        value: BigInt(amount) * MILLIETHER,
        data: encodeCreation(mortalContract.creationCode),
        gasLimit: 150_000n,
        ...drawWalletFees(random, fork),
      },
      deploys: { role: 'mortal', partners: [] },
    },
  ],
}
