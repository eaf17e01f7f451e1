import { namesFee, needsTip } from '../../chain/calls/feeDefaults.ts'
import { encodeResultBytes } from '../answer.ts'
import { suggestedTip } from '../fees/suggestedTip.ts'
import type { Method } from '../method.ts'
import { readArguments } from '../params/arguments.ts'
import { callObject } from '../params/callObject.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { stateOverrides } from '../params/stateOverrides.ts'
import { runCall } from '../runCall.ts'

/**
 * What a call on the state after a block accesses, to announce it in a transaction (EIP-2930), and the gas that the call
 * uses then. As in geth, the sender, the recipient and precompiled contracts are listed only with slots.
 *
 * 1. call: object with `to`, `input` and so on
 * 2. block: QUANTITY, tag, hash or EIP-1898 object; default: `latest`
 * 3. state overrides: object by address, as in geth; default: none
 *
 * Result: object with `accessList`, `gasUsed` and, if the call failed, `error`.
 */
export const eth_createAccessList: Method = async (params, context) => {
  const [call, block, state] = readArguments(
    params,
    context,
    [callObject],
    [stateBlock, stateOverrides],
  )
  const json = await runCall(context, block, 'createAccessList', {
    call,
    gasCap: context.calls.gasCap,
    stateOverrides: state,
    suggestedTip: namesFee(call) && needsTip(call) ? await suggestedTip(context) : undefined,
    bytesMax: context.logLimits.bytesMax,
  })
  return encodeResultBytes(json)
}
