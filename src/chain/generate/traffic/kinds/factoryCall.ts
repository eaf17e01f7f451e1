import { encodeCall } from '../../../contracts/abi.ts'
import { factoryContract } from '../../../contracts/factory.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/** Creates a contract by CREATE2 with a drawn salt (EIP-1014): one `Created` log. */
export const factoryCall: TrafficKind = {
  weight: 2,
  since: 'constantinople',
  needs: ['factory'],
  draft: ({ random, fork, signers, contracts }) => [
    {
      sender: random.pick(signers),
      fields: {
        to: random.pick(contracts.factory).address,
        value: 0n,
        data: encodeCall(factoryContract.selectors.create, random.bytes(32)),
        gasLimit: 160_000n,
        ...drawWalletFees(random, fork),
      },
    },
  ],
}
