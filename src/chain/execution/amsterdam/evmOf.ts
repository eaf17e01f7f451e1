import type { RunState } from '../quickOperations.ts'
import type { AmsterdamEvm } from './amsterdamEvm.ts'

/** The EVM that runs code of Amsterdam. */
export function evmOf({ interpreter }: Pick<RunState, 'interpreter'>): AmsterdamEvm {
  // The stock type of the interpreter does not know which EVM has made it.
  return interpreter._evm as unknown as AmsterdamEvm
}
