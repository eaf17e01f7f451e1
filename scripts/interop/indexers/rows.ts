/** A row of an indexer, or the row that the chain has. Values are compared as text. */
export type Row = Readonly<Record<string, unknown>>

/** The result of comparing one kind of rows. */
export interface DataSet {
  readonly name: string
  readonly rows: number
  /** how the rows differ from those of the chain */
  readonly problem?: string
}

/** Rows that an indexer's program printed, or why it failed. */
export type Printed = readonly Row[] | { readonly error: string } | undefined

/**
 * Compares rows in any order.
 *
 * @param read whose other columns are not compared
 * @param expected from the chain; null equals an empty string and an absent column
 */
export function compareRows(name: string, read: Printed, expected: readonly Row[]): DataSet {
  if (read === undefined) return { name, rows: 0, problem: 'was not read' }
  if ('error' in read) return { name, rows: 0, problem: firstLineOf(`${read.error}`) }
  if (expected.length === 0) return { name, rows: read.length, problem: 'the chain has none' }
  const columns = Object.keys(expected[0] ?? {})
  const wanted = expected.map((row) => textOf(row, columns)).toSorted()
  const found = (read as readonly Row[]).map((row) => textOf(row, columns)).toSorted()
  const wrong = wanted.findIndex((text, index) => text !== found[index])
  if (wrong < 0 && wanted.length === found.length) return { name, rows: wanted.length }
  const [missing = 'none'] = withoutThose(wanted, found)
  const [extra = 'none'] = withoutThose(found, wanted)
  const counts = `read ${found.length} rows, the chain has ${wanted.length}`
  return { name, rows: found.length, problem: `${counts}\n  chain: ${missing}\n  read:  ${extra}` }
}

function withoutThose(texts: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return texts.filter((text) => !known.has(text))
}

function textOf(row: Row, columns: readonly string[]): string {
  return columns.map((column) => `${column}=${shown(row[column])}`).join(' ')
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? '1' : '0'
  return `${value}`
}

function firstLineOf(text: string): string {
  return text.split('\n')[0] ?? ''
}
