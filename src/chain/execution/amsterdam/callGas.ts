import type { Common } from '@ethereumjs/common'
import { EVMError } from '@ethereumjs/evm'
import { NEW_ACCOUNT_GAS } from '../../protocol/stateGas.ts'
import { delegationOf } from '../../state/delegation.ts'
import { isEmpty } from '../../state/emptyAccount.ts'
import { memoryGas, type RunState, wordsIn } from '../quickOperations.ts'
import { stackAddress } from '../stackAddress.ts'
import { accessGas, requireGas, WARM_ACCOUNT } from './accountOperations.ts'
import type { AmsterdamEvm } from './amsterdamEvm.ts'
import { evmOf } from './evmOf.ts'
import { chargeState } from './stateGas.ts'

const { errorMessages } = EVMError

/** In gas: what sending value costs, with the stipend of 2300 (EIP-8038). */
const VALUE = 11_300n

/** In gas (EIP-3860, EIP-8038). */
const CREATION = 12_000n
const INIT_CODE_WORD = 2n
const HASHED_WORD = 6n

const [CALL, CALLCODE] = [0xf1, 0xf2] as const

/**
 * The gas of an operation that calls, in geth's order (makeCallVariantGasCallEIP8037 in core/vm/operations_acl.go): nothing
 * is read that the code cannot pay for. Pays for a new account, and notes what the call may use.
 */
export function callGas(runState: RunState, _gas: bigint, common: Common): bigint {
  const { stack, opCode, interpreter } = runState
  const hasValue = opCode === CALL || opCode === CALLCODE
  const items = stack.peek(hasValue ? 7 : 6)
  const [requested, account] = items as [bigint, bigint]
  const value = hasValue ? (items[2] as bigint) : 0n
  const [inAt, inLength, outAt, outLength] = items.slice(-4) as [bigint, bigint, bigint, bigint]
  requireGas(runState, WARM_ACCOUNT)
  if (opCode === CALL && value > 0n && interpreter.isStatic()) {
    throw new EVMError(errorMessages.STATIC_STATE_CHANGE)
  }
  const address = stackAddress(account)
  let gas = accessGas(interpreter.journal, address)
  requireGas(runState, gas)
  gas += memoryGas(runState, inAt, inLength, common) + memoryGas(runState, outAt, outLength, common)
  if (value > 0n) gas += VALUE
  requireGas(runState, gas)
  const evm = evmOf(runState)
  const { world } = evm
  const target = delegationOf(world.code(address))
  if (target !== undefined) {
    gas += accessGas(interpreter.journal, target)
    requireGas(runState, gas)
    // It counts as read even if the call then cannot begin.
    world.account(target)
  }
  if (opCode === CALL && value > 0n && isEmpty(world.account(address))) {
    payForAccount(runState, evm, gas)
  }
  const available = runState.gasLeft - gas
  const most = available - available / 64n
  runState.messageGasLimit = requested < most ? requested : most
  return gas
}

/** @param gas that the operation takes afterwards */
function payForAccount(runState: RunState, evm: AmsterdamEvm, gas: bigint): void {
  runState.gasLeft -= gas
  const isPaid = chargeState(evm, runState, NEW_ACCOUNT_GAS)
  runState.gasLeft += gas
  if (!isPaid) throw new EVMError(errorMessages.OUT_OF_GAS)
}

/** The gas of CREATE and CREATE2, without that of the new account (gasCreateEip8037 in core/vm/gas_table.go). */
function creationGas(wordGas: bigint) {
  return (runState: RunState, _gas: bigint, common: Common): bigint => {
    const { stack, interpreter } = runState
    requireGas(runState, CREATION)
    if (interpreter.isStatic()) throw new EVMError(errorMessages.STATIC_STATE_CHANGE)
    const [, offset, length] = stack.peek(3) as [bigint, bigint, bigint]
    if (length > common.param('maxInitCodeSize')) {
      throw new EVMError(errorMessages.INITCODE_SIZE_VIOLATION)
    }
    return CREATION + memoryGas(runState, offset, length, common) + wordGas * wordsIn(length)
  }
}

export const createGas = creationGas(INIT_CODE_WORD)
export const create2Gas = creationGas(INIT_CODE_WORD + HASHED_WORD)
