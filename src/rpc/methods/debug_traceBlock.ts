import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { RlpCursor } from '../../primitives/readRlp.ts'
import { answerTraces } from '../debugTraces.ts'
import { RequestError, serverError } from '../errors.ts'
import { method } from '../method.ts'
import { data } from '../params/data.ts'
import { traceConfig, traceSchema } from '../params/traceConfig.ts'
import { arrayOf, closedObject, ref } from '../schemas/schema.ts'

/** Runs the transactions of a block, given in RLP, again (geth). Only blocks that the chain has, on any branch. */
export const debug_traceBlock = method({
  name: 'debug_traceBlock',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'Runs the transactions of a block of any branch again, and returns what a tracer observes.',
  params: [data('block', 'Its RLP, as of debug_getRawBlock.'), traceConfig],
  result: {
    name: 'traces',
    schema: arrayOf(closedObject({ txHash: ref('Hash'), result: traceSchema })),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
  run: ([rlp, config], context) => {
    const hash = toHex(keccak256(headerIn(rlp)))
    const block = context.view.blockByHash(hash)
    if (block === undefined) throw new RequestError('UNKNOWN_BLOCK', `block ${hash} not found`)
    return answerTraces(context, block, undefined, config)
  },
})

/** The RLP of the header, which is the first item of a block. */
function headerIn(rlp: Uint8Array): Uint8Array {
  try {
    const cursor = new RlpCursor(rlp)
    const [header] = cursor.itemsAt(0)
    if (header === undefined) throw new RangeError('it is empty')
    cursor.moveTo(header)
    return rlp.subarray(header, cursor.end)
  } catch {
    throw serverError('could not decode block: rlp: expected input list for types.extblock')
  }
}
