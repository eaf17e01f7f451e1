import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'

/** The blocks that the node refused (execution-apis, debug): none, because nobody sends blocks. */
export const debug_getBadBlocks = method({
  name: 'debug_getBadBlocks',
  set: 'all',
  does: 'reads',
  summary: 'The blocks that were refused: always none.',
  params: [],
  result: { name: 'blocks', schema: { type: 'array', maxItems: 0 } },
  run: () => encodeResult([]),
})
