import type { DialectFields } from '../dialectFields.ts'
import { arrayOf, closedObject, ref, type Schema } from '../schema.ts'
import { headerFields, londonFields } from './header.ts'

/** An uncle: its header, and an empty list of uncles. After the merge there are no uncles. */
export function uncle(dialect: DialectFields): Schema {
  const uncles = { ...arrayOf(ref('Hash')), maxItems: 0 }
  return closedObject({ ...headerFields, uncles, ...dialect.uncle }, londonFields)
}
