import type { CallInput } from '../../chain/calls/call.ts'
import type { MethodContext } from '../method.ts'
import { readArguments } from './arguments.ts'
import { blockOverrides } from './blockOverrides.ts'
import { callObject } from './callObject.ts'
import { type StateBlock, stateBlock } from './stateBlock.ts'
import { stateOverrides } from './stateOverrides.ts'

/** A call, and the block on whose state it runs. */
export interface CallArguments {
  readonly input: CallInput
  /** undefined: the head */
  readonly block: StateBlock | undefined
}

/**
 * Reads the arguments of `eth_call` and `eth_estimateGas`: call, block, overrides of the state and of the block.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function readCallArguments(
  params: readonly unknown[],
  context: MethodContext,
): CallArguments {
  const [call, block, state, header] = readArguments(
    params,
    context,
    [callObject],
    [stateBlock, stateOverrides, blockOverrides],
  )
  const { gasCap } = context.calls
  return { input: { call, gasCap, stateOverrides: state, blockOverrides: header }, block }
}
