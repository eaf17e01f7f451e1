import type { TransactionComponent } from '../../schemas/componentName.ts'
import {
  closedObject,
  nullSchema,
  orNull,
  type Properties,
  ref,
  type Schema,
} from '../../schemas/schema.ts'
import type { DialectFields } from '../dialectFields.ts'
import { transactionTypes } from './transactionTypes.ts'

/** A transaction of any type, in a block of the chain. */
export function transaction(dialect: DialectFields): Schema {
  return { type: 'object', oneOf: anyType, properties: locationFields(dialect) }
}

/** A transaction of any type that is not in a block yet. */
export function pendingTransaction(dialect: DialectFields): Schema {
  const unset = mapValues(locationFields(dialect), () => nullSchema)
  return { type: 'object', oneOf: anyType, properties: unset }
}

/** A transaction of each type, in a block or not. */
export function typedTransactions(dialect: DialectFields): Record<TransactionComponent, Schema> {
  const names = Object.keys(transactionTypes) as TransactionComponent[]
  const entries = names.map((name) => [name, typedTransaction(name, dialect)])
  return Object.fromEntries(entries)
}

const anyType = (Object.keys(transactionTypes) as TransactionComponent[]).map((name) => ref(name))

function typedTransaction(name: TransactionComponent, dialect: DialectFields): Schema {
  const { type, fields } = transactionTypes[name]
  const chainId = { chainId: ref('Quantity') }
  const required = {
    ...mapValues(locationFields(dialect), orNull),
    from: ref('Address'),
    gas: ref('Quantity', 'The most gas that it may use.'),
    gasPrice: ref(
      'Quantity',
      'In wei per gas: what is paid, or may have to be while it is pending.',
    ),
    hash: ref('Hash'),
    input: ref('Bytes'),
    nonce: ref('Quantity'),
    value: ref('Quantity', 'In wei.'),
    type: { const: type },
    ...fields,
    v: fields.yParity ?? ref('Quantity'),
    r: dialect.signature,
    s: dialect.signature,
    ...(dialect.chainId[name] === 'required' && chainId),
  }
  return closedObject(required, dialect.chainId[name] === 'optional' ? chainId : {})
}

/** The block of a transaction, and its index there. */
function locationFields(dialect: DialectFields): Properties {
  return {
    blockHash: ref('Hash'),
    blockNumber: ref('Quantity'),
    transactionIndex: ref('Quantity'),
    ...dialect.transactionLocation,
  }
}

function mapValues(properties: Properties, change: (schema: Schema) => Schema): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, change(of)]))
}
