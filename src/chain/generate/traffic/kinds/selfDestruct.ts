import { addressWord, encodeCall } from '../../../contracts/abi.ts'
import { mortalContract } from '../../../contracts/mortal.ts'
import { drawWalletFees } from '../fees.ts'
import type { TrafficKind } from '../kind.ts'

/**
 * Destroys a contract by SELFDESTRUCT and sends its ether to an account. From Cancun on only the ether moves, because
 * the contract was not created by the same transaction (EIP-6780).
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
        retires: { role: 'mortal', address },
      },
    ]
  },
}
