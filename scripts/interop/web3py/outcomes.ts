import type { Outcome, Outcomes } from '../outcomes.ts'

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
