import { encodeCreation } from '../../../contracts/abi.ts'
import { delegateContract } from '../../../contracts/delegate.ts'
import { deployment } from '../deployment.ts'

/** Deploys a contract for accounts to delegate to (EIP-7702). */
export const delegateCreation = deployment({
  role: 'delegate',
  since: 'prague',
  creationCode: encodeCreation(delegateContract.creationCode),
  gasLimit: 60_000n,
})
