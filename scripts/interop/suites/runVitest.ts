import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Outcome, Outcomes } from '../outcomes.ts'
import { outcomesOf } from './readReport.ts'
import { runTests, type TestProgram } from './runTests.ts'

/**
 * Runs tests with the Vitest of a suite. Their names begin with the file, from the folder `src` on.
 *
 * @param program Node, and the arguments of Vitest after `run`
 * @throws if no test ran
 */
export async function runVitest({ folder, args, ...program }: TestProgram): Promise<Outcomes> {
  const report = join(folder, 'suite-report.json')
  rmSync(report, { force: true })
  const vitest = ['node_modules/vitest/vitest.mjs', 'run']
  const output = await runTests({
    ...program,
    folder,
    args: [...vitest, '--reporter=json', `--outputFile=${report}`, ...args],
  })
  if (!existsSync(report)) throw new Error(`vitest has no report: ${output}`)
  return outcomesOf(testsIn(join(folder, 'src'), report))
}

/** What the reporter `json` writes, as far as it is read here. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

function* testsIn(sources: string, report: string): Generator<[string, Outcome]> {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  for (const { name, assertionResults } of testResults) {
    for (const { fullName, status, failureMessages = [] } of assertionResults) {
      const outcome = status === 'passed' || status === 'failed' ? status : 'skipped'
      const test = `${relative(sources, name)} ${fullName}`
      yield [test, { outcome, message: failureMessages.join(' ') }]
    }
  }
}
