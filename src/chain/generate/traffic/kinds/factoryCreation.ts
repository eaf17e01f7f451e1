import { encodeCreation } from '../../../contracts/abi.ts'
import { factoryContract } from '../../../contracts/factory.ts'
import { deployment } from '../deployment.ts'

/** Deploys a contract that deploys others by CREATE2. */
export const factoryCreation = deployment({
  role: 'factory',
  since: 'constantinople',
  creationCode: encodeCreation(factoryContract.creationCode),
  gasLimit: 250_000n,
})
