import { arrayOf, closedObject, ref, type Schema } from '../../schemas/schema.ts'
import type { DialectFields } from '../dialectFields.ts'
import { headerFields, londonFields } from './header.ts'

/** An uncle: its header, and an empty list of uncles. After the merge there are no uncles. */
export function uncle(dialect: DialectFields): Schema {
  const uncles = { ...arrayOf(ref('Hash')), maxItems: 0 }
  return closedObject({ ...headerFields, uncles, ...dialect.uncle }, londonFields)
}
