import type { ComponentName } from '../../schemas/componentName.ts'
import {
  arrayOf,
  closedObject,
  nullSchema,
  type Properties,
  ref,
  type Schema,
} from '../../schemas/schema.ts'
import type { DialectFields } from '../dialectFields.ts'
import { headerFields, laterDependencies, laterFields, londonFields } from './header.ts'

/** A block of the chain. */
export function block(dialect: DialectFields): Schema {
  return blockWith(headerFields, dialect, { transaction: 'Transaction', unclesMax: 2 })
}

/** The pending block. It has no uncles yet. */
export function pendingBlock(dialect: DialectFields): Schema {
  const nulls = Object.fromEntries(dialect.pendingNulls.map((name) => [name, nullSchema]))
  return blockWith({ ...headerFields, ...nulls }, dialect, {
    transaction: 'PendingTransaction',
    unclesMax: 0,
  })
}

function blockWith(
  header: Properties,
  dialect: DialectFields,
  { transaction, unclesMax }: { readonly transaction: ComponentName; readonly unclesMax: number },
): Schema {
  const required = {
    ...header,
    transactions: {
      description: 'Hashes, or objects where the details flag is true.',
      // Not oneOf: an empty list is both.
      anyOf: [arrayOf(ref('Hash')), arrayOf(ref(transaction))],
    },
    uncles: { ...arrayOf(ref('Hash')), maxItems: unclesMax },
    ...dialect.block,
  }
  return {
    ...closedObject(required, { ...londonFields, ...laterFields, ...dialect.blockOptional }),
    dependencies: laterDependencies,
  }
}
