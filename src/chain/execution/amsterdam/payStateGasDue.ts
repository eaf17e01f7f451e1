import { EVMError } from '@ethereumjs/evm'
import type { RunState } from '../quickOperations.ts'
import type { AmsterdamEvm } from './amsterdamEvm.ts'
import { evmOf } from './evmOf.ts'
import { chargeState, type FrameGas } from './stateGas.ts'

/** Pays for the new state of an operation, after its other gas. Its steps are traced without this gas, as in geth. */
export function payStateGasDue(evm: AmsterdamEvm, frame: FrameGas): void {
  const { stateGasDue } = evm
  if (stateGasDue === 0n) return
  evm.stateGasDue = 0n
  if (!chargeState(evm, frame, stateGasDue)) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
}

/** The operations that pay for new state in this way. */
const [SSTORE, SELFDESTRUCT] = [0x55, 0xff] as const

/**
 * Whether an operation of Amsterdam can pay for its new state.
 *
 * @param gas that it pays before
 */
export function canPayStateGasDue(runState: RunState, gas: bigint): boolean {
  const { opCode, gasLeft } = runState
  if (opCode !== SSTORE && opCode !== SELFDESTRUCT) return true
  const { stateGasDue, stateGasReservoir } = evmOf(runState)
  return gas + stateGasDue <= gasLeft + stateGasReservoir
}
