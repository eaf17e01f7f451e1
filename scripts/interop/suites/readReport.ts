import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Outcome, Outcomes } from '../outcomes.ts'

/**
 * Runs tests that append a line for each to a file: its name and its outcome, as JSON.
 *
 * @param run gets the name of the file, and returns the end of what was printed
 * @throws if no test ran
 */
export async function readReport(
  copy: string,
  run: (report: string) => Promise<string>,
): Promise<Outcomes> {
  const report = join(copy, 'suite-report.jsonl')
  rmSync(report, { force: true })
  const output = await run(report)
  if (!existsSync(report)) throw new Error(`no test ran: ${output}`)
  const lines = readFileSync(report, 'utf8').trim().split('\n')
  return outcomesOf(lines.map((line) => JSON.parse(line) as [string, Outcome]))
}

/** Gives tests of the same name a number, from the second on. */
export function outcomesOf(tests: Iterable<readonly [name: string, outcome: Outcome]>): Outcomes {
  const outcomes: Record<string, Outcome> = {}
  const counts = new Map<string, number>()
  for (const [name, outcome] of tests) {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    outcomes[count === 1 ? name : `${name} (${count})`] = outcome
  }
  return outcomes
}
