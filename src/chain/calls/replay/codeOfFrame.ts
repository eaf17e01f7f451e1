import { delegationOf } from '../../state/delegation.ts'
import type { EnteredFrame, TraceState } from './traceHooks.ts'

/** The code that a frame runs; that of a delegation if the account has one (EIP-7702). */
export function codeOfFrame({ type, to, input }: EnteredFrame, state: TraceState): Uint8Array {
  if (type === 'CREATE' || type === 'CREATE2') return input
  const code = state.code(to)
  const delegation = delegationOf(code)
  return delegation === undefined ? code : state.code(delegation)
}
