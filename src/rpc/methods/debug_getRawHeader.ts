import { rawHeader } from '../../chain/encoding/rawItems.ts'
import { method } from '../method.ts'
import { requiredStateBlock } from '../params/stateBlock.ts'
import { answerRawBytes } from '../rawAnswers.ts'
import { ref } from '../schemas/schema.ts'

/** The RLP of a block's header (execution-apis). */
export const debug_getRawHeader = method({
  name: 'debug_getRawHeader',
  set: 'all',
  does: 'reads',
  summary: 'The RLP of the header of a block.',
  params: [requiredStateBlock],
  result: { name: 'header', schema: ref('Bytes', 'Empty for a number above the head.') },
  errors: ['UNKNOWN_BLOCK'],
  run: ([block], context) => answerRawBytes(context, block, 'header', rawHeader),
})
