import { readFile } from 'node:fs/promises'
import { messageOf } from '../../primitives/errors.ts'
import { HuntError } from '../huntError.ts'
import type { Row } from './columns.ts'
import type { ChainBlocks, Expectation } from './expectation.ts'
import { expectationNames, expectations } from './expectations.ts'
import { readOwnRows } from './readRows.ts'

/**
 * A table that a statement makes of the known tables, which have the columns of their rows as text; numbers are integers.
 *
 * @param file with one statement for SQLite
 * @throws {HuntError} INVALID_OPTION if it cannot be read, or this Node has no SQLite
 */
export async function sqlExpectation(file: string): Promise<Expectation> {
  const statement = await readFile(file, 'utf8').catch((error: unknown) => {
    throw invalid(file, messageOf(error))
  })
  const DatabaseSync = databaseClass()
  if (DatabaseSync === undefined) {
    throw invalid(file, `needs Node 22.5 or later, which has SQLite; this is ${process.version}`)
  }
  return {
    name: 'rows',
    rows(chains) {
      const database = new DatabaseSync(':memory:')
      try {
        for (const name of expectationNames) fill(database, name, expectations[name], chains)
        return readOwnRows(database.prepare(statement).all())
      } catch (error) {
        throw invalid(file, messageOf(error))
      } finally {
        database.close()
      }
    },
  }
}

function invalid(file: string, problem: string): HuntError {
  return new HuntError('INVALID_OPTION', `--expect ${file}: ${problem}`)
}

/** A database, as far as it is used; the types of Node 20 do not have it. */
interface Database {
  exec(sql: string): void
  prepare(sql: string): { run(...values: (string | bigint | null)[]): unknown; all(): unknown }
  close(): void
}

/** undefined where this Node has no SQLite. */
function databaseClass(): (new (path: string) => Database) | undefined {
  const { getBuiltinModule } = process as {
    getBuiltinModule?(name: string): { DatabaseSync: new (path: string) => Database } | undefined
  }
  return getBuiltinModule?.('node:sqlite')?.DatabaseSync
}

function fill(
  database: Database,
  name: string,
  { columns = {}, rows }: (typeof expectations)[keyof typeof expectations],
  chains: readonly ChainBlocks[],
): void {
  const names = Object.keys(columns)
  database.exec(`CREATE TABLE "${name}" (${names.map((column) => `"${column}"`).join(', ')})`)
  const insert = database.prepare(
    `INSERT INTO "${name}" VALUES (${names.map(() => '?').join(', ')})`,
  )
  const typed = columns as Readonly<Record<string, string>>
  for (const row of rows(chains) as readonly Row[]) {
    insert.run(...names.map((column) => sqlValue(row[column] ?? null, typed[column])))
  }
}

/** SQLite has integers of 64 bits; larger ones stay text. */
function sqlValue(cell: string | null, type: string | undefined): string | bigint | null {
  if (cell === null || type !== 'number') return cell
  const number = BigInt(cell)
  return number === BigInt.asIntN(64, number) ? number : cell
}
