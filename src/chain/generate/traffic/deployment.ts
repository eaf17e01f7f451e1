import type { ContractRole } from '../../contracts/deployedContracts.ts'
import type { ForkName } from '../../protocol/forks.ts'
import { drawWalletFees } from './fees.ts'
import type { TrafficKind } from './kind.ts'

/** What is deployed by a kind that does nothing else: no arguments, no ether, no partners. */
interface Deployment {
  /** as what other kinds then find it */
  readonly role: ContractRole
  readonly since: ForkName
  readonly creationCode: Uint8Array
  /** in gas */
  readonly gasLimit: bigint
}

/** A kind that deploys a contract for others to call. */
export function deployment({ role, since, creationCode, gasLimit }: Deployment): TrafficKind {
  return {
    weight: 1,
    since,
    needs: [],
    draft: ({ random, fork, signers }) => [
      {
        sender: random.pick(signers),
        fields: {
          to: undefined,
          value: 0n,
          data: creationCode,
          gasLimit,
          ...drawWalletFees(random, fork),
        },
        deploys: { role, partners: [] },
      },
    ],
  }
}
