import { spawn } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { runSuite } from '../runtimes/suite.ts'

/** The tests, about one process for each core, get a quarter of the machine. */
const PROCESSES_FOR_EACH_CORE = 3

const command = new Command('test:busy')
  .description(
    'Runs the tests beside processes that only use the processor, with the same priority as the ' +
      'tests: a test that depends on the speed of the machine fails here.',
  )
  .argument('[files...]', 'test files, as vitest takes them; by default all')
  .option(
    '--processes <count>',
    'how many busy processes',
    wholeNumber,
    PROCESSES_FOR_EACH_CORE * availableParallelism(),
  )
  .showSuggestionAfterError(false)
  .parse()
const { processes } = command.opts<{ readonly processes: number }>()

/** Exits by itself when its parent has exited. */
const busy = `
  const parent = process.ppid
  while (process.ppid === parent) for (let round = 0; round < 1e8; round++);`

const children = Array.from({ length: processes }, () =>
  spawn(process.execPath, ['-e', busy], { stdio: 'ignore' }),
)
try {
  const { passed, tests, failures, seconds } = runSuite(dirname(process.execPath), command.args)
  const load = loadavg().map((average) => average.toFixed(1))
  console.log(
    `${passed ? 'passed' : 'failed'}: ${tests} tests, ${failures} failures, in ${seconds.toFixed(0)} s ` +
      `on ${availableParallelism()} cores beside ${processes} busy processes; ` +
      `load average of the last 1, 5 and 15 minutes: ${load.join(', ')}`,
  )
  if (!passed) process.exitCode = 1
} finally {
  for (const child of children) child.kill('SIGKILL')
}

function wholeNumber(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('It is not a whole number.')
  return Number(text)
}
