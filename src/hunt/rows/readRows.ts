import { isObject, show } from '../../primitives/input.ts'
import { CellError, columnName, type Row, readCell } from './columns.ts'
import type { Expectation } from './expectation.ts'
import {
  type ExpectationName,
  expectationFor,
  expectationNames,
  expectations,
} from './expectations.ts'
import { invalidRows as invalid, parseRows } from './parseRows.ts'

/** The rows of a client, of one table. */
export interface Table {
  readonly expectation: Expectation
  /** the columns that are compared */
  readonly columns: readonly string[]
  /** columns of the client that are not compared, as it names them */
  readonly ignored: readonly string[]
  readonly rows: readonly Row[]
}

/**
 * Reads what a client says its rows are: a list of objects, or an object that has such a list for each table; as values, or
 * as text: JSON, or JSON lines.
 *
 * @param wanted the table that a list is of; by default it follows from its columns
 * @throws {HuntError} INVALID_ROWS
 */
export function readRows(given: unknown, wanted?: Expectation): readonly Table[] {
  const value = typeof given === 'string' ? parseRows(given) : given
  if (Array.isArray(value)) return [tableOf(value, wanted, 'rows')]
  if (!isObject(value)) throw invalid(`want a list of rows, have ${show(value)}`)
  if (Object.keys(value).length === 0) throw invalid('the object has no tables')
  return Object.entries(value).map(([name, rows]) => {
    const expectation = Object.hasOwn(expectations, name)
      ? expectations[name as ExpectationName]
      : undefined
    if (expectation === undefined || !Array.isArray(rows)) {
      throw invalid(`'${name}' is not a list of ${expectationNames.join(', ')}`)
    }
    return tableOf(rows, expectation, name)
  })
}

/** Reads the rows of a table that the user has defined: any columns, with any values. */
export function readOwnRows(given: unknown): readonly Row[] {
  return readRows(given, { name: 'rows', rows: () => [] }).flatMap(({ rows }) => rows)
}

function tableOf(given: readonly unknown[], wanted: Expectation | undefined, where: string): Table {
  const names = new Set<string>()
  for (const [index, row] of given.entries()) {
    if (!isObject(row)) throw invalid(`${where}[${index}]: ${show(row)} is not an object`)
    for (const name of Object.keys(row)) names.add(name)
  }
  const known = new Set([...names].map(columnName))
  const expectation = wanted ?? expectationFor(known)
  const own = Object.keys(expectation.columns ?? {}).filter((name) => known.has(name))
  const columns = expectation.columns === undefined ? [...known] : own
  requireKey(columns, expectation, names)
  const ignored = [...names].filter((name) => !columns.includes(columnName(name)))
  const rows = given.map((row, index) =>
    readRow(row as object, columns, expectation, `${where}[${index}]`),
  )
  return { expectation, columns, ignored, rows }
}

function requireKey(
  columns: readonly string[],
  { name, keys }: Expectation,
  given: ReadonlySet<string>,
): void {
  if (keys === undefined || given.size === 0 || columns.some((column) => keys.includes(column)))
    return
  const problem = `want at least one of the columns ${keys.join(', ')} for ${name}, have ${[...given].join(', ')}`
  throw invalid(problem)
}

function readRow(
  given: object,
  columns: readonly string[],
  expectation: Expectation,
  where: string,
): Row {
  const cells: Record<string, string | null> = {}
  for (const column of columns) cells[column] = null
  for (const [name, value] of Object.entries(given)) {
    const column = columnName(name)
    const type = expectation.columns === undefined ? 'any' : expectation.columns[column]
    if (type === undefined) continue
    try {
      cells[column] = readCell(value, type)
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      throw invalid(`${where}.${name}: ${error.message}`)
    }
  }
  return cells
}
