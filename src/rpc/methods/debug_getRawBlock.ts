import { method } from '../method.ts'
import { requiredStateBlock } from '../params/stateBlock.ts'
import { answerRawBytes } from '../rawAnswers.ts'
import { ref } from '../schemas/schema.ts'

/** The RLP of a block (execution-apis). */
export const debug_getRawBlock = method({
  name: 'debug_getRawBlock',
  set: 'all',
  does: 'reads',
  faults: ['body'],
  summary: 'The RLP of a block.',
  params: [requiredStateBlock],
  result: { name: 'block', schema: ref('Bytes', 'Empty for a number above the head.') },
  errors: ['UNKNOWN_BLOCK'],
  run: ([block], context) => answerRawBytes(context, block, 'block', ({ rlp }) => rlp),
})
