import type { TrafficRole } from '../../contracts/deployedContracts.ts'
import type { ForkName } from '../../protocol/forks.ts'
import { drawWalletFees } from './fees.ts'
import type { TrafficKind } from './kind.ts'

/** A contract to deploy without arguments, ether and partners. */
interface Deployment {
  /** the role under which other kinds find it */
  readonly role: TrafficRole
  readonly since: ForkName
  readonly creationCode: Uint8Array
  /** in gas */
  readonly gasLimit: bigint
}

/** Makes a kind that deploys a contract for other kinds to call. */
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
