import type { CallPosition } from '../../chain/calls/callPosition.ts'
import { replayedBlock } from '../../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { transactionCount } from '../../chain/encoding/senders.ts'
import { encodeResultBytes } from '../answer.ts'
import { callInput } from '../callInput.ts'
import { requireParent } from '../debugTraces.ts'
import { method } from '../method.ts'
import { callBundles } from '../params/callBundles.ts'
import { stateContext } from '../params/stateContext.ts'
import { stateOverrides } from '../params/stateOverrides.ts'
import { runCallAfter } from '../runCall.ts'
import { arrayOf, closedObject, ref } from '../schemas/schema.ts'
import { blockOfState } from '../stateOfBlock.ts'

/** Runs calls one after the other on the state after a block, or before one of its transactions (reth, Erigon). */
export const eth_callMany = method({
  name: 'eth_callMany',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'Runs bundles of calls one after the other on the state after a block, or before one of its transactions, and returns what each returns or why it failed.',
  params: [callBundles, stateContext, stateOverrides],
  result: {
    name: 'bundles',
    schema: arrayOf(
      arrayOf({
        oneOf: [closedObject({ value: ref('Bytes') }), closedObject({ error: { type: 'string' } })],
      }),
    ),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
  async run([bundles, position, overrides], context) {
    const block = await blockOfState(context, position?.block)
    const within = positionIn(block, position?.transactionIndex)
    const { gasCap, allowsCheapCalls } = callInput(context, {})
    const json = await runCallAfter(
      context,
      within === undefined ? block : requireParent(context, block),
      'callMany',
      {
        bundles: bundles.map(({ transactions = [], blockOverride: blockOverrides }) => ({
          calls: transactions.map((call) => callInput(context, call).call),
          blockOverrides,
        })),
        within,
        stateOverrides: overrides,
        gasCap,
        allowsCheapCalls,
        bytesMax: context.service.logLimits.bytesMax,
      },
    )
    return encodeResultBytes(json)
  },
})

/** As in reth, a count of all transactions or more means the state after the block. */
function positionIn(block: SealedBlock, index: number | undefined): CallPosition | undefined {
  if (index === undefined || index >= transactionCount(block)) return undefined
  return { block: replayedBlock(block), index: BigInt(index) }
}
