import { encodeCreation } from '../../../contracts/abi.ts'
import { loggerContract } from '../../../contracts/logger.ts'
import { drawGasPrice } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** A contract created by a type 1 transaction, its access list empty (EIP-2930). */
export const accessListCreation: TrafficKind = {
  weight: 1,
  since: 'berlin',
  needs: [],
  draft: ({ random, signers }) => [
    {
      sender: random.pick(signers),
      fields: {
        type: 1,
        to: undefined,
        value: 0n,
        data: encodeCreation(loggerContract.creationCode),
        gasLimit: 400_000n,
        gasPrice: drawGasPrice(random),
        accessList: [],
      },
      deploys: { role: 'logger', partners: [] },
    },
  ],
}
