import type { DialectFields } from '../dialectFields.ts'
import { arrayOf, closedObject, ref, type Schema } from '../schema.ts'
import { headerFields, londonFields } from './header.ts'

/** An uncle: its header, and a list of uncles that is always empty. There are none after the merge. */
export function uncle(dialect: DialectFields): Schema {
  const uncles = { ...arrayOf(ref('Hash')), maxItems: 0 }
  return closedObject({ ...headerFields, uncles, ...dialect.uncle }, londonFields)
}
