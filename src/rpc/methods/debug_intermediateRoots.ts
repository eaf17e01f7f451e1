import { replayedBlock } from '../../chain/calls/replay/replayedBlock.ts'
import { PartlyUnknownError } from '../../chain/state/partlyUnknownError.ts'
import { encodeResult } from '../answer.ts'
import { requireExactParent } from '../debugTraces.ts'
import { RequestError, serverError } from '../errors.ts'
import { method } from '../method.ts'
import { blockHash } from '../params/hash.ts'
import { traceConfig } from '../params/traceConfig.ts'
import { runCallAfter } from '../runCall.ts'
import { arrayOf, ref } from '../schemas/schema.ts'

/** The state root after each transaction of a block of any branch (geth). */
export const debug_intermediateRoots = method({
  name: 'debug_intermediateRoots',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary: 'The state root after each transaction of a block of any branch.',
  params: [blockHash, traceConfig],
  result: { name: 'roots', schema: arrayOf(ref('Hash')) },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED'],
  async run([blockHash], context) {
    const block = context.view.blockByHash(blockHash)
    if (block === undefined) {
      throw new RequestError('UNKNOWN_BLOCK', `block ${blockHash} not found`)
    }
    if (block.number === 0) throw serverError('genesis is not traceable')
    const parent = requireExactParent(context, block)
    const input = { block: replayedBlock(block) }
    const roots = await runCallAfter(context, parent, 'intermediateRoots', input)
    if (roots === undefined) throw new PartlyUnknownError('state roots of this block')
    return encodeResult(roots)
  },
})
