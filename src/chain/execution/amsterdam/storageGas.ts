import { EVMError } from '@ethereumjs/evm'
import { toBigInt } from '../../../primitives/hex.ts'
import { NEW_SLOT_GAS } from '../../protocol/stateGas.ts'
import { type RunState, toWord } from '../quickOperations.ts'
import { evmOf } from './evmOf.ts'
import { payStateGasDue } from './payStateGasDue.ts'
import { refillState } from './stateGas.ts'

const { errorMessages } = EVMError

/** In gas (EIP-8038). */
const COLD_SLOT = 2100n
const WARM_SLOT = 100n
const FIRST_CHANGE = 10_000n
const CLEARING_REFUND = 11_616n

/** In gas: with less, a call cannot change a slot (EIP-2200). */
const SENTRY = 2300n

/** The gas of SSTORE (gasSStore8037And8038 in core/vm/gas_table.go of geth), without that of a new slot. */
export function sstoreGas(runState: RunState): bigint {
  const { interpreter, stack, env } = runState
  if (interpreter.isStatic()) throw new EVMError(errorMessages.STATIC_STATE_CHANGE)
  if (runState.gasLeft <= SENTRY) throw new EVMError(errorMessages.OUT_OF_GAS)
  const [key, value] = stack.peek(2) as [bigint, bigint]
  const slot = toWord(key)
  const address = env.address.bytes
  const { journal } = interpreter
  const isWarm = journal.isWarmedStorage(address, slot)
  const access = isWarm ? WARM_SLOT : COLD_SLOT
  if (runState.gasLeft < access) throw new EVMError(errorMessages.OUT_OF_GAS)
  if (!isWarm) journal.addWarmedStorage(address, slot)
  const evm = evmOf(runState)
  const { world } = evm
  evm.stateGasDue = 0n
  const original = toBigInt(world.originalStorage(address, slot))
  const current = toBigInt(world.storage(address, slot))
  if (current === value) return access
  if (original === current) {
    if (original === 0n) evm.stateGasDue = NEW_SLOT_GAS
    else if (value === 0n) runState.gasRefund += CLEARING_REFUND
    return access + FIRST_CHANGE
  }
  if (original !== 0n) {
    if (current === 0n) runState.gasRefund -= CLEARING_REFUND
    else if (value === 0n) runState.gasRefund += CLEARING_REFUND
  }
  if (original === value) {
    if (original === 0n) refillState(evm, runState, NEW_SLOT_GAS)
    runState.gasRefund += FIRST_CHANGE
  }
  return access
}

export function sstore(runState: RunState): void {
  const { stack, env } = runState
  const evm = evmOf(runState)
  payStateGasDue(evm, runState)
  const [key, value] = stack.popN(2) as [bigint, bigint]
  evm.world.setStorage(env.address.bytes, toWord(key), toWord(value))
}
