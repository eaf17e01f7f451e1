import { EVMError } from '@ethereumjs/evm'
import { NEW_ACCOUNT_GAS } from '../../protocol/stateGas.ts'
import { isEmpty } from '../../state/emptyAccount.ts'
import type { RunState } from '../quickOperations.ts'
import { stackAddress } from '../stackAddress.ts'
import { ACCOUNT_WRITE, COLD_ACCOUNT, requireGas } from './accountOperations.ts'
import { evmOf } from './evmOf.ts'

const { errorMessages } = EVMError

/** In gas (EIP-8038). */
const DESTRUCTION = 5000n

/** The gas of SELFDESTRUCT without that of a new account (gasSelfdestruct8037And8038 in core/vm/gas_table.go of geth). */
export function destructionGas(runState: RunState): bigint {
  const { interpreter, stack } = runState
  requireGas(runState, DESTRUCTION)
  if (interpreter.isStatic()) throw new EVMError(errorMessages.STATIC_STATE_CHANGE)
  const beneficiary = stackAddress(stack.peek()[0] as bigint)
  const { journal } = interpreter
  let gas = DESTRUCTION
  if (!journal.isWarmedAddress(beneficiary)) {
    journal.addWarmedAddress(beneficiary)
    gas += COLD_ACCOUNT
  }
  // It runs out of gas before the accounts are read; a trace shows what access would have cost.
  if (runState.gasLeft < gas) return gas
  const evm = evmOf(runState)
  const { world } = evm
  const isNew =
    isEmpty(world.account(beneficiary)) &&
    (world.account(runState.env.address.bytes)?.balance ?? 0n) > 0n
  evm.stateGasDue = isNew ? NEW_ACCOUNT_GAS : 0n
  return isNew ? gas + ACCOUNT_WRITE : gas
}
