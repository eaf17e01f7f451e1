import type { MethodDescription } from '../openrpc/description.ts'
import { arrayOf, closedObject, nullSchema, ref, type Schema } from '../openrpc/schema.ts'
import { blockCount } from '../params/blockCount.openrpc.ts'
import { blockParameter } from '../params/blockParameter.openrpc.ts'
import { percentiles } from '../params/percentiles.openrpc.ts'

const fees = arrayOf(ref('Quantity'))
const ratios: Schema = arrayOf({ type: 'number', minimum: 0, maximum: 1 })

export const description: MethodDescription = {
  summary:
    'The fees of the blocks up to one, oldest first, and the base fees of the block after them. gasUsedRatio is null, and the other lists are absent, where there is no such block.',
  params: [blockCount, blockParameter, percentiles],
  result: {
    name: 'feeHistory',
    schema: {
      oneOf: [
        closedObject(
          {
            oldestBlock: ref('Quantity'),
            baseFeePerGas: fees,
            gasUsedRatio: ratios,
            baseFeePerBlobGas: fees,
            blobGasUsedRatio: ratios,
          },
          { reward: arrayOf(fees) },
        ),
        closedObject({ oldestBlock: ref('Quantity'), gasUsedRatio: nullSchema }),
      ],
    },
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR'],
}
