import {
  arrayOf,
  closedObject,
  nullSchema,
  orNull,
  type Properties,
  ref,
  type Schema,
} from '../../schemas/schema.ts'
import type { DialectFields } from '../dialectFields.ts'

/** The receipt of a transaction of any type, in any fork. */
export const receipt: Schema = {
  oneOf: [ref('RootReceipt'), ref('StatusReceipt'), ref('BlobReceipt')],
}

const call: Schema = { properties: { to: ref('Address'), contractAddress: nullSchema } }

/** The creation of a contract, failed or not. Transactions of types 3 and 4 cannot create one. */
const creation: Schema = {
  properties: {
    to: nullSchema,
    contractAddress: ref('Address'),
    type: { enum: ['0x0', '0x1', '0x2'] },
  },
}

/** Before Byzantium there was no status, and no type but the legacy one. */
export function rootReceipt(dialect: DialectFields): Schema {
  return receiptWith(dialect, {
    type: { const: '0x0' },
    root: ref('Hash', 'The state root after the transaction.'),
  })
}

const blobGasPrice = ref('Quantity', 'In wei per blob gas, in this block.')
const status: Schema = { enum: ['0x0', '0x1'], description: '0x1 success, 0x0 failure.' }

export function statusReceipt(dialect: DialectFields): Schema {
  return receiptWith(
    dialect,
    { type: { enum: ['0x0', '0x1', '0x2', '0x4'] }, status },
    dialect.hasBlobPriceAlways ? { blobGasPrice } : {},
  )
}

export function blobReceipt(dialect: DialectFields): Schema {
  return receiptWith(dialect, {
    type: { const: '0x3' },
    status,
    blobGasUsed: ref('Quantity', 'In blob gas.'),
    blobGasPrice,
  })
}

function receiptWith(
  dialect: DialectFields,
  fields: Properties,
  optional: Properties = {},
): Schema {
  const required = {
    blockHash: ref('Hash'),
    blockNumber: ref('Quantity'),
    contractAddress: orNull(ref('Address')),
    cumulativeGasUsed: ref('Quantity', 'In gas: this transaction and all before it in the block.'),
    from: ref('Address'),
    to: orNull(ref('Address')),
    gasUsed: ref('Quantity', 'In gas.'),
    effectiveGasPrice: ref('Quantity', 'In wei per gas: what was paid.'),
    logs: arrayOf(ref('Log')),
    logsBloom: ref('Bloom'),
    transactionHash: ref('Hash'),
    transactionIndex: ref('Quantity'),
    ...fields,
    ...dialect.receipt,
  }
  return { ...closedObject(required, optional), oneOf: [call, creation] }
}
