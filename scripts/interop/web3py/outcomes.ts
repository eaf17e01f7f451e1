import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** What a test has ended with. */
interface Outcome {
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** why it has failed or was skipped */
  readonly message: string
}

/** By the name of the test. */
export type Outcomes = Readonly<Record<string, Outcome>>

/**
 * Reads the failures that are known.
 *
 * @returns the reason by the name of the test
 */
export function readKnown(file: URL): ReadonlyMap<string, string> {
  const byReason = parse(readFileSync(file, 'utf8')) as Record<string, readonly string[]>
  return new Map(
    Object.entries(byReason).flatMap(([reason, tests]) => tests.map((test) => [test, reason])),
  )
}

/** How the outcomes differ from what is known, one line for each test. */
export function differences(outcomes: Outcomes, known: ReadonlyMap<string, string>): string[] {
  const failed = Object.entries(outcomes).filter(
    ([test, { outcome }]) => outcome === 'failed' && !known.has(test),
  )
  const others = [...known].filter(([test]) => outcomes[test]?.outcome !== 'failed')
  return [
    ...failed.map(([test, { message }]) => `${test} fails: ${inOneLine(message)}`),
    ...others.map(
      ([test, reason]) => `${test} ${endOf(outcomes[test])}, but is listed under '${reason}'`,
    ),
  ]
}

function endOf(outcome: Outcome | undefined): string {
  return outcome === undefined ? 'does not exist' : `has ${outcome.outcome}`
}

function inOneLine(message: string): string {
  return message.replace(/\s+/g, ' ').slice(0, 300)
}

const COLUMNS = ['passed', 'failed', 'skipped'] as const

/** A table with a row for each class of tests. */
export function tableOf(outcomes: Outcomes): string {
  const entries = Object.entries(outcomes)
  const classes = [...new Set(entries.map(([test]) => classOf(test)))]
  const row = (name: string, isIn: (test: string) => boolean) => {
    const counts = COLUMNS.map(
      (column) => entries.filter(([test, each]) => isIn(test) && each.outcome === column).length,
    )
    return [name, ...counts]
  }
  const rows = [
    ['tests', ...COLUMNS],
    ...classes.map((name) => row(name, (test) => classOf(test) === name)),
    row('all', () => true),
  ]
  return rows
    .map(([name, ...cells]) =>
      [String(name).padEnd(10), ...cells.map((cell) => String(cell).padStart(8))].join(''),
    )
    .join('\n')
}

function classOf(test: string): string {
  return test.slice(0, test.indexOf('::'))
}
