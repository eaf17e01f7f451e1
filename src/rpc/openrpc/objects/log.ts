import type { DialectFields } from '../dialectFields.ts'
import { arrayOf, closedObject, ref, type Schema } from '../schema.ts'

/** A log that a contract emitted. */
export function log(dialect: DialectFields): Schema {
  return closedObject({
    address: ref('Address'),
    topics: { ...arrayOf(ref('Hash')), maxItems: 4 },
    data: ref('Bytes'),
    blockNumber: ref('Quantity'),
    transactionHash: ref('Hash'),
    transactionIndex: ref('Quantity'),
    blockHash: ref('Hash'),
    logIndex: ref('Quantity', 'Its index among all logs of the block.'),
    removed: { const: false },
    ...dialect.log,
  })
}
