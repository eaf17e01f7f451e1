import { balances } from './balances.ts'
import { blocks } from './blocks.ts'
import type { KnownTable } from './expectation.ts'
import { logs } from './logs.ts'
import { transfers } from './transfers.ts'

/** The tables that hunt knows. To add one, write its file and list it here. */
export const expectations = { blocks, logs, transfers, balances } as const satisfies Readonly<
  Record<string, KnownTable>
>

export type ExpectationName = keyof typeof expectations

export const expectationNames = Object.keys(expectations) as ExpectationName[]

/** The table that rows with these columns are most probably of. */
export function expectationFor(columns: ReadonlySet<string>): KnownTable {
  if (columns.has('account')) return balances
  if (columns.has('from') && columns.has('to')) return transfers
  return columns.has('log_index') ? logs : blocks
}
