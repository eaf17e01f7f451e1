import { Command, Option } from 'commander'
import { type Major, majors, obtainRuntime, RuntimeError, tooOldMajors } from './runtime.ts'
import { runSuite, type SuiteRun } from './suite.ts'
import { refusalsOf } from './tooOld.ts'

const [majorAtHand] = process.versions.node.split('.')

const command = new Command('runtimes')
  .description('Runs the tests under the supported versions of Node.')
  .argument('[files...]', 'test files, as vitest takes them; by default all')
  .addOption(new Option('--only <major>', 'use only this version').choices(majors))
  .option('--other', 'use only the newest version other than the current Node')
  .option('--too-old', 'instead of the tests, check what versions say that are too old')
  .showSuggestionAfterError(false)
  .parse()
const options = command.opts<{
  readonly only?: Major
  readonly other?: true
  readonly tooOld?: true
}>()

const runs: SuiteRun[] = []
if (options.tooOld) {
  for (const major of tooOldMajors) withRuntime(major, checkRefusals)
} else {
  for (const major of chosen()) {
    withRuntime(major, (folder) => runs.push(runSuite(folder, command.args)))
  }
}
for (const line of table(runs)) console.log(line)
if (!runs.every(({ passed }) => passed)) process.exitCode = 1

/** @param use receives the folder of its binary */
function withRuntime(major: Parameters<typeof obtainRuntime>[0], use: (folder: string) => void) {
  try {
    use(obtainRuntime(major))
  } catch (error) {
    if (!(error instanceof RuntimeError)) throw error
    console.error(`runtimes: ${error.message}`)
    process.exitCode = 1
  }
}

function checkRefusals(folder: string): void {
  for (const { use, line, isPassed } of refusalsOf(folder)) {
    console.log(`${isPassed ? 'passed' : 'FAILED'}  ${use}: ${line}`)
    if (!isPassed) process.exitCode = 1
  }
}

function chosen(): readonly Major[] {
  if (options.only !== undefined) return [options.only]
  return options.other ? majors.filter((major) => major !== majorAtHand).slice(-1) : majors
}

function table(rows: readonly SuiteRun[]): string[] {
  if (rows.length === 0) return []
  const cells = rows.map(({ node, passed, tests, failures, seconds }) => [
    node,
    passed ? 'passed' : 'failed',
    String(tests),
    String(failures),
    seconds.toFixed(0),
  ])
  return ['', ...[['Node', '', 'tests', 'failures', 'seconds'], ...cells].map(line)]
}

function line([node = '', result = '', ...figures]: string[]): string {
  return [node.padEnd(10), result.padEnd(6), ...figures.map((figure) => figure.padStart(8))]
    .join('  ')
    .trimEnd()
}
