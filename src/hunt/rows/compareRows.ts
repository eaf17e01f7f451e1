import type { Row } from './columns.ts'
import type { ChainBlocks } from './expectation.ts'
import type { Table } from './readRows.ts'

/** How a table differs from the chain. */
export interface RowDifference {
  readonly table: string
  /**
   * Of the first row that differs: it is missing; it is there although the chain has none of its keys; it is there more
   * often than it should be; or another column differs.
   */
  readonly kind: 'missing' | 'extra' | 'twice' | 'changed'
  /** the number of its block; undefined where the table has no such column */
  readonly block: number | undefined
  /** that row, with the columns that are compared: of the chain where it is missing, else of the client */
  readonly row: Row
  /** where a row is missing, the first row of the same block that is too many */
  readonly instead: Row | undefined
  /** how many rows of the chain are missing, and how many the client has beyond those of the chain */
  readonly missing: number
  readonly extra: number
}

/** How the rows of a client differ from its chains; undefined if they are the same, in any order. */
export async function compareRows(
  tables: readonly Table[],
  chains: readonly ChainBlocks[],
): Promise<RowDifference | undefined> {
  for (const table of tables) {
    const difference = compareTable(table, await table.expectation.rows(chains))
    if (difference !== undefined) return difference
  }
  return undefined
}

function compareTable(
  { expectation, columns, rows }: Table,
  wanted: readonly Row[],
): RowDifference | undefined {
  // A client without rows has no columns.
  const all = columnsOf(expectation, wanted)
  const compared = columns.length > 0 ? columns.filter((name) => all.includes(name)) : all
  const keys = compared.filter((column) => expectation.keys?.includes(column) ?? true)
  const textOf = (row: Row, names = compared) => JSON.stringify(names.map((name) => row[name]))
  const counts = new Map<string, number>()
  for (const row of wanted) counts.set(textOf(row), (counts.get(textOf(row)) ?? 0) + 1)
  const wantedKeys = new Set(wanted.map((row) => textOf(row, keys)))
  const wantedRows = new Set(counts.keys())
  const extra = rows.filter((row) => {
    const left = counts.get(textOf(row)) ?? 0
    if (left > 0) counts.set(textOf(row), left - 1)
    return left === 0
  })
  const extraKeys = new Set(extra.map((row) => textOf(row, keys)))
  const missing = wanted.filter((row) => {
    const left = counts.get(textOf(row)) ?? 0
    if (left > 0) counts.set(textOf(row), left - 1)
    return left > 0
  })
  const kindOfExtra = (row: Row): RowDifference['kind'] => {
    if (wantedRows.has(textOf(row))) return 'twice'
    return wantedKeys.has(textOf(row, keys)) ? 'changed' : 'extra'
  }
  const found = [
    ...missing.map((row) => {
      const kind = extraKeys.has(textOf(row, keys)) ? ('changed' as const) : ('missing' as const)
      return { row, kind }
    }),
    ...extra.map((row) => ({ row, kind: kindOfExtra(row) })),
  ].map((each) => ({ ...each, block: blockOf(each.row) }))
  const [first] = found.toSorted((one, other) => (one.block ?? 0) - (other.block ?? 0))
  if (first === undefined) return undefined
  const shown = (row: Row) => Object.fromEntries(compared.map((name) => [name, row[name] ?? null]))
  const isOfChain = missing.includes(first.row)
  const other = isOfChain ? extra.find((row) => blockOf(row) === first.block) : undefined
  return {
    table: expectation.name,
    ...first,
    row: shown(first.row),
    instead: other && shown(other),
    missing: missing.length,
    extra: extra.length,
  }
}

/** Rows of a table that the user has defined may have different columns. */
function columnsOf({ columns }: Table['expectation'], wanted: readonly Row[]): readonly string[] {
  if (columns !== undefined) return Object.keys(columns)
  return [...new Set(wanted.flatMap((row) => Object.keys(row)))]
}

function blockOf({ block_number }: Row): number | undefined {
  return typeof block_number === 'string' ? Number(block_number) : undefined
}
