import { fromHex } from '../../../../primitives/hex.ts'
import { deployment } from '../deployment.ts'

/** PUSH1 1, PUSH1 0, RETURN: one zero byte of memory becomes the code. */
const CREATION_CODE = fromHex('0x60016000f3')

/**
 * Deploys a contract for accounts to delegate to (EIP-7702). Its only instruction is STOP, which uses no gas, so that a
 * plain transfer to a delegated account still succeeds.
 */
export const delegateCreation = deployment({
  role: 'delegate',
  since: 'prague',
  creationCode: CREATION_CODE,
  gasLimit: 60_000n,
})
