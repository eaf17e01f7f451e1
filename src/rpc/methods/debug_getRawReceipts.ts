import { rawReceipts } from '../../chain/encoding/rawItems.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeResultText, nullAnswer } from '../answer.ts'
import { method } from '../method.ts'
import { requiredStateBlock } from '../params/stateBlock.ts'
import { answerRawBlock } from '../rawAnswers.ts'
import { arrayOf, orNull, ref } from '../schemas/schema.ts'

/** The receipts of a block in their binary encoding, EIP-2718 (execution-apis). */
export const debug_getRawReceipts = method({
  name: 'debug_getRawReceipts',
  set: 'all',
  does: 'reads',
  faults: ['rawReceipts'],
  summary: 'The receipts of a block in their binary encoding (EIP-2718).',
  params: [requiredStateBlock],
  result: { name: 'receipts', schema: orNull(arrayOf(ref('Bytes'))) },
  errors: ['UNKNOWN_BLOCK'],
  run: ([block], context) =>
    answerRawBlock(context, block, missing, {
      kind: 'raw receipts',
      write: (found) => rawReceipts(found).map(toHex),
    }),
})

const missing = { byNumber: nullAnswer, byHash: () => encodeResultText('[]') }
