import { EVMError } from '@ethereumjs/evm'
import type { AmsterdamEvm } from './amsterdamEvm.ts'
import { chargeState, type FrameGas } from './stateGas.ts'

/** Pays for the new state of an operation, after its other gas. Its steps are traced without this gas, as in geth. */
export function payStateGasDue(evm: AmsterdamEvm, frame: FrameGas): void {
  const { stateGasDue } = evm
  if (stateGasDue === 0n) return
  evm.stateGasDue = 0n
  if (!chargeState(evm, frame, stateGasDue)) throw new EVMError(EVMError.errorMessages.OUT_OF_GAS)
}
