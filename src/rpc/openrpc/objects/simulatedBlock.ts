import { arrayOf, closedObject, ref, type Schema } from '../../schemas/schema.ts'
import type { DialectFields } from '../dialectFields.ts'
import { block } from './block.ts'

/** A block that `eth_simulateV1` has built. */
export function simulatedBlock(dialect: DialectFields): Schema {
  const { properties, required = [], dependencies = {}, ...rest } = block(dialect)
  const { blockAccessListHash = [] } = dependencies
  return {
    ...rest,
    dependencies: {
      ...dependencies,
      // As in geth, the first block of Amsterdam has no slot.
      blockAccessListHash: blockAccessListHash.filter((name) => name !== 'slotNumber'),
    },
    properties: { ...properties, calls: arrayOf(ref('SimulatedCall')) },
    required: [...required, 'calls'],
  }
}

const outcome = {
  returnData: ref('Bytes', 'Empty if it failed.'),
  logs: arrayOf(ref('Log')),
  gasUsed: ref('Quantity', 'In gas.'),
  maxUsedGas: ref('Quantity', 'In gas: the most that it used before refunds.'),
}

const message: Schema = { type: 'string' }

const error: Schema = {
  oneOf: [
    closedObject({
      code: { type: 'integer', minimum: 3, maximum: 3, description: 'The contract reverted.' },
      message,
      data: ref('Bytes', 'What it reverted with.'),
    }),
    closedObject({ code: { type: 'integer', minimum: -32015, maximum: -32015 }, message }),
  ],
}

/** The outcome of a call in such a block. */
export const simulatedCall: Schema = {
  oneOf: [
    closedObject({ ...outcome, status: { const: '0x1' } }),
    closedObject({ ...outcome, status: { const: '0x0' }, error }),
  ],
}
