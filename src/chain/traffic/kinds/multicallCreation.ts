import { encodeCreation } from '../../abi.ts'
import { multicallContract } from '../../contracts/multicall.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** Deploys a contract that makes several calls in one transaction. */
export const multicallCreation: TrafficKind = {
  weight: 1,
  since: 'chainstart',
  needs: [],
  draft: ({ random, fork, signers }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: undefined,
        value: 0n,
        data: encodeCreation(multicallContract.creationCode),
        gasLimit: 350_000n,
        ...drawWalletFees(random, fork),
      },
      deploys: { role: 'multicall', partners: [] },
    },
  ],
}
