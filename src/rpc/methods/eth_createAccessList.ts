import { namesFee, needsTip } from '../../chain/calls/feeDefaults.ts'
import { encodeResultBytes } from '../answer.ts'
import { limitedCall, requireBlobsOfFee } from '../callInput.ts'
import { errorsOf } from '../dialectErrors.ts'
import { suggestedTip } from '../fees/suggestedTip.ts'
import { method } from '../method.ts'
import { callObject } from '../params/callObject.ts'
import { stateBlock } from '../params/stateBlock.ts'
import { stateOverrides } from '../params/stateOverrides.ts'
import { runCall } from '../runCall.ts'
import { arrayOf, closedObject, ref } from '../schemas/schema.ts'

/**
 * What a call on the state after a block accesses, to announce it in a transaction (EIP-2930), and the gas that the call
 * uses then. As in geth, the sender, the recipient and precompiled contracts are listed only with slots.
 */
export const eth_createAccessList = method({
  name: 'eth_createAccessList',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'The accounts and storage slots that a call on the state after a block accesses.',
  params: [callObject, stateBlock, stateOverrides],
  result: {
    name: 'accessList',
    schema: closedObject(
      { accessList: arrayOf(ref('AccessListEntry')), gasUsed: ref('Quantity', 'With the list.') },
      { error: { description: 'Why the call failed.', type: 'string' } },
    ),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'EXECUTION_REVERTED', 'CALL_FAILED'],
  run: async ([call, block, state], context) => {
    const limited = limitedCall(context, call)
    requireBlobsOfFee(limited.call)
    const json = await runCall(context, block, 'createAccessList', {
      ...limited,
      stateOverrides: state,
      mustSucceed: errorsOf(context.dialect.name).refusesFailedAccessList,
      suggestedTip: namesFee(call) && needsTip(call) ? await suggestedTip(context) : undefined,
      bytesMax: context.service.logLimits.bytesMax,
    })
    return encodeResultBytes(json)
  },
})
