import type { HuntOptions } from '../../hunt/huntOptions.ts'
import { readRows } from '../../hunt/rows/readRows.ts'
import { rowsOfCleanRun } from '../../hunt/rowsOfCleanRun.ts'
import { print } from '../print.ts'
import type { HuntArguments } from './runHunt.ts'

/** How many rows of a table are shown. */
const ROWS_MAX = 3

/** Runs the client on a chain that does not move, and shows how its rows are read. */
export async function checkRows(
  { patience, chains, dialect, confirmations }: HuntArguments,
  client: Pick<HuntOptions, 'before' | 'start' | 'rows' | 'after' | 'expected'>,
): Promise<void> {
  const { rows, difference } = await rowsOfCleanRun({
    ...client,
    patience: patience * 1000,
    chains,
    dialect,
    confirmations,
  })
  const expected = typeof client.expected === 'object' ? client.expected : undefined
  for (const { expectation, columns, ignored, rows: read } of rows === undefined
    ? []
    : readRows(rows, expected)) {
    const compared = columns.join(', ') || 'nothing'
    const others = ignored.length === 0 ? '' : `; not compared: ${ignored.join(', ')}`
    await print(`${expectation.name}: ${read.length} rows; compared: ${compared}${others}\n`)
    for (const row of read.slice(0, ROWS_MAX)) await print(`  ${JSON.stringify(row)}\n`)
  }
  await print(difference === undefined ? 'right\n' : `wrong: ${difference}\n`)
  if (difference !== undefined) process.exitCode = 1
}
