import { encodeCreation } from '../../abi.ts'
import { loggerContract } from '../../contracts/logger.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** Deploys a contract that emits logs of every shape. */
export const loggerCreation: TrafficKind = {
  weight: 1,
  since: 'chainstart',
  needs: [],
  draft: ({ random, fork, signers }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: undefined,
        value: 0n,
        data: encodeCreation(loggerContract.creationCode),
        gasLimit: 400_000n,
        ...drawWalletFees(random, fork),
      },
      deploys: { role: 'logger', partners: [] },
    },
  ],
}
