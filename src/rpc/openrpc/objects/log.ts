import { arrayOf, closedObject, ref, type Schema } from '../../schemas/schema.ts'
import type { DialectFields } from '../dialectFields.ts'

/** A log that a contract emitted. */
export function log(dialect: DialectFields): Schema {
  return logWith(dialect, false)
}

/** A log of a block that is no longer canonical. */
export function removedLog(dialect: DialectFields): Schema {
  return logWith(dialect, true)
}

function logWith(dialect: DialectFields, removed: boolean): Schema {
  return closedObject({
    address: ref('Address'),
    topics: { ...arrayOf(ref('Hash')), maxItems: 4 },
    data: ref('Bytes'),
    blockNumber: ref('Quantity'),
    transactionHash: ref('Hash'),
    transactionIndex: ref('Quantity'),
    blockHash: ref('Hash'),
    logIndex: ref('Quantity', 'Its index among all logs of the block.'),
    removed: { const: removed },
    ...dialect.log,
  })
}
