import { encodeCreation } from '../../../contracts/abi.ts'
import { loggerContract } from '../../../contracts/logger.ts'
import { deployment } from '../deployment.ts'

/** Deploys a contract that emits logs of every shape. */
export const loggerCreation = deployment({
  role: 'logger',
  since: 'chainstart',
  creationCode: encodeCreation(loggerContract.creationCode),
  gasLimit: 400_000n,
})
