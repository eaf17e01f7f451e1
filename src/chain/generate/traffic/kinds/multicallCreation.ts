import { encodeCreation } from '../../../contracts/abi.ts'
import { multicallContract } from '../../../contracts/multicall.ts'
import { deployment } from '../deployment.ts'

/** Deploys a contract that makes several calls in one transaction. */
export const multicallCreation = deployment({
  role: 'multicall',
  since: 'chainstart',
  creationCode: encodeCreation(multicallContract.creationCode),
  gasLimit: 350_000n,
})
