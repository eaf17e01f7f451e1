import { fromHex } from '../../../../primitives/hex.ts'
import { deployment } from '../deployment.ts'

/** PUSH1 1, PUSH1 0, RETURN: one byte of memory, which is zero, as the code. */
const CREATION_CODE = fromHex('0x60016000f3')

/**
 * Deploys a contract for accounts to delegate to (EIP-7702). Its one instruction is STOP, which costs nothing: a
 * plain transfer to an account that runs it still succeeds with the gas of a plain transfer.
 */
export const delegateCreation = deployment({
  role: 'delegate',
  since: 'prague',
  creationCode: CREATION_CODE,
  gasLimit: 60_000n,
})
