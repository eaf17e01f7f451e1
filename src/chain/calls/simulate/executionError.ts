import type { EvmFailure } from '../failures/evmFailure.ts'
import { revertError } from '../revertReason.ts'
import { errorCodes } from './errorCodes.ts'
import type { SimulatedError } from './simulation.ts'

/**
 * The error of a call that failed but is part of its block.
 *
 * @param output what it reverted with
 */
export function executionError(
  { kind, message }: EvmFailure,
  output: Uint8Array,
  { isGasCapped }: { readonly isGasCapped: boolean },
): SimulatedError {
  if (kind === 'reverted') {
    const { code, message, data } = revertError(output)
    return { code, message, data }
  }
  const note = isGasCapped ? " (gas limit was capped by the RPC server's global gas cap)" : ''
  return { code: errorCodes.execution, message: message + note }
}
