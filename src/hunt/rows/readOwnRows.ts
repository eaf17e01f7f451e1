import { isObject } from '../../primitives/input.ts'
import { columnName, type Row, readCell } from './columns.ts'
import { parseRows } from './parseRows.ts'

/** Reads rows of a table that the user has defined: any columns, with any values. */
export function readOwnRows(given: unknown): readonly Row[] {
  const value = typeof given === 'string' ? parseRows(given) : given
  const rows = Array.isArray(value) ? value : [value]
  return rows
    .filter(isObject)
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, cell]) => [columnName(name), readCell(cell, 'any')]),
      ),
    )
}
