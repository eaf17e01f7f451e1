import type { Scenario } from '../scenario/scenario.ts'
import type { Row } from './rows/columns.ts'
import type { RowDifference } from './rows/compareRows.ts'
import type { Difference } from './run/judge.ts'
import type { ObservedCall } from './run/observedCall.ts'

/** A scenario in which a client is wrong. */
export interface Finding {
  readonly scenario: Scenario
  readonly difference: Difference
  /** of how many runs of this scenario the client was wrong in the same way in how many */
  readonly rate: { readonly wrong: number; readonly runs: number }
  /** whether finalized blocks were removed, or answers were untrue */
  readonly isBeyond: boolean
  /** the nearest scenario in which the client is right; undefined if none was found */
  readonly twin: Twin | undefined
  /** the last lines that the client has printed */
  readonly output: string
}

/** A scenario that differs in one thing, and where the two runs part. */
export interface Twin {
  readonly scenario: Scenario
  /** in what it differs, for people */
  readonly change: string
  /** the first call that differs: in the wrong run, and in the right one */
  readonly call: {
    readonly wrong: ObservedCall | undefined
    readonly right: ObservedCall | undefined
  }
}

/** What a hunt has found. */
export interface HuntReport {
  readonly seed: string
  /** scenarios that were tried, those for shrinking included */
  readonly runs: number
  readonly seconds: number
  /** undefined: the client was right in all of them */
  readonly finding: Finding | undefined
  /** what the client was doing, and what happened then; with how often */
  readonly coverage: readonly (readonly [pair: string, count: number])[]
}

/** Whether two differences are of the same kind, in the same table. */
export function isSameKind(one: Difference, other: Difference | undefined): boolean {
  if (one.is !== 'rows' || other?.is !== 'rows') return one.is === other?.is
  return one.table === other.table && one.kind === other.kind
}

/** What is wrong, in one line. */
export function describeDifference(difference: Difference): string {
  if (difference.is === 'exit') return `the client has ended: ${difference.reason}`
  if (difference.is === 'unreadable') return `its rows cannot be read: ${difference.reason}`
  if (difference.is === 'rows') return describeRows(difference)
  const what = difference.is === 'hang' ? 'makes no calls any more' : 'makes new calls without end'
  return `the client ${what}${difference.rows ? `; ${describeRows(difference.rows)}` : ''}`
}

const kinds = {
  missing: 'is missing',
  extra: 'is not on the chain',
  twice: 'is there twice',
  changed: 'has other values',
} as const

function describeRows({ table, kind, block, missing, extra, row, instead }: RowDifference): string {
  const where = block === undefined ? '' : ` of block ${block}`
  const other = instead === undefined ? '' : `; instead: ${cellsOf(instead)}`
  return `${table}: a row${where} ${kinds[kind]} (${missing} missing, ${extra} too many): ${cellsOf(row)}${other}`
}

function cellsOf(row: Row): string {
  return Object.entries(row)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}
