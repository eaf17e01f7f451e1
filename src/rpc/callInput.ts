import type { CallInput } from '../chain/calls/call.ts'
import type { CallMessage } from '../chain/calls/message.ts'
import type { BlockOverrides, StateOverrides } from '../chain/calls/overrides.ts'
import type { MethodContext } from './method.ts'

/** The call of `eth_call` and `eth_estimateGas`, with the server's limit on gas. */
export function callInput(
  { service: { calls } }: MethodContext,
  call: CallMessage,
  stateOverrides: StateOverrides | undefined,
  blockOverrides: BlockOverrides | undefined,
): CallInput {
  return { call, gasCap: calls.gasCap, stateOverrides, blockOverrides }
}
