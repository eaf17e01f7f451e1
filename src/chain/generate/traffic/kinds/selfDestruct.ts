import { addressWord, encodeCall } from '../../../contracts/abi.ts'
import { mortalContract } from '../../../contracts/mortal.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/**
 * Tells a contract to destroy itself in favour of an account. Up to Shanghai it is gone after that; from Cancun on it
 * stays where it is, for it was not created by the same transaction, and only its ether goes (EIP-6780).
 */
export const selfDestruct: TrafficKind = {
  weight: 2,
  since: 'chainstart',
  needs: ['mortal'],
  draft: ({ random, fork, signers, contracts }) => {
    const { address } = random.pick(contracts.mortal)
    return [
      {
        sender: random.pick(signers),
        fields: {
          to: address,
          value: 0n,
          data: encodeCall(
            mortalContract.selectors.destroy,
            addressWord(random.pick(signers).address),
          ),
          gasLimit: 60_000n,
          ...drawWalletFees(random, fork),
        },
        destroys: { role: 'mortal', address },
      },
    ]
  },
}
