import { encodeResultBytes } from '../answer.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { blockOverrides } from '../params/blockOverrides.ts'
import { callObject } from '../params/callObject.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { stateOverrides } from '../params/stateOverrides.ts'
import { runCall } from '../runCall.ts'

/**
 * Runs a call on the state after a block, and returns its output (EIP-1474). Nothing is changed.
 *
 * 1. call: object with `to`, `input` and so on
 * 2. block: QUANTITY, tag, hash or EIP-1898 object; default: `latest`
 * 3. state overrides: object by address, as in geth; default: none
 * 4. block overrides: object, as in geth; default: none
 *
 * Result: DATA.
 */
export const eth_call: Method = async (params, context) => {
  const [call, block, state, header] = readArguments(
    params,
    context,
    [callObject],
    [stateBlock, stateOverrides, blockOverrides],
  )
  const json = await runCall(context, block, 'call', {
    call,
    gasCap: context.calls.gasCap,
    stateOverrides: state,
    blockOverrides: header,
    bytesMax: context.logLimits.bytesMax,
  })
  return encodeResultBytes(json)
}
