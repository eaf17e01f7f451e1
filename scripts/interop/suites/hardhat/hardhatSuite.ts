import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ForeignNode, type NodeCommand } from '../../foreignNode.ts'
import type { Outcomes } from '../../outcomes.ts'
import { obtainPackage } from '../obtainPackage.ts'
import { readReport } from '../readReport.ts'
import { runTests } from '../runTests.ts'

const ownFile = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** What runs Hardhat 2 in a suite. */
const CONFIG = 'hardhat.suite.config.cjs'
const IN_PROCESS = 'asInProcess.cjs'
const HARDHAT = 'node_modules/hardhat/internal/cli/bootstrap.js'

/**
 * Compiles the contracts of a suite with the JavaScript build of solc, which npm has.
 *
 * @param version of solc
 * @throws {NotInstalledError} if solc is not available
 * @throws if they do not compile
 */
export async function compileWithHardhat(copy: string, version: string): Promise<void> {
  const solc = join(obtainPackage('solc', version), 'soljson.js')
  copyFileSync(ownFile('suite.config.cjs'), join(copy, CONFIG))
  copyFileSync(ownFile(IN_PROCESS), join(copy, IN_PROCESS))
  console.error(`compiling ${copy} ...`)
  const output = await runHardhat(copy, solc, ['compile'])
  if (!/Compil(ed|ation finished)|Nothing to compile/.test(output)) {
    throw new Error(`Hardhat did not compile: ${output.trim()}`)
  }
}

interface HardhatOptions {
  /** more options of the node */
  readonly options?: readonly string[]
  /** the environment of the tests */
  readonly env?: Readonly<Record<string, string>>
  /** whether they need what Hardhat's own network does and other nodes do not (asInProcess.cjs) */
  readonly isForInProcess?: boolean
}

/**
 * Runs tests of a suite at a node.
 *
 * @param files with tests
 */
export async function testWithHardhat(
  copy: string,
  node: NodeCommand,
  files: readonly string[],
  { options = [], env = {}, isForInProcess = false }: HardhatOptions = {},
): Promise<Outcomes> {
  const args = (port: number) => [...node.args(port), ...options]
  const running = await ForeignNode.start({ ...node, args })
  try {
    return await readReport(copy, (SUITE_REPORT) =>
      runHardhat(copy, '', ['test', '--no-compile', ...files], {
        ...env,
        SUITE_NODE: running.url,
        SUITE_REPORT,
        SUITE_REPORTER: ownFile('reporter.cjs'),
        SUITE_IN_PROCESS: isForInProcess ? '1' : '',
      }),
    )
  } finally {
    await running.stop()
  }
}

/** The files in a folder of a suite whose names end so, in order. */
export function filesIn(copy: string, folder: string, end: string): string[] {
  return readdirSync(join(copy, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name))
    .toSorted()
}

function runHardhat(
  copy: string,
  solc: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  return runTests({
    folder: copy,
    command: process.execPath,
    args: ['--max-old-space-size=6000', HARDHAT, '--config', CONFIG, ...args],
    env: {
      SUITE_SOLC: solc,
      TS_NODE_TRANSPILE_ONLY: '1',
      HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
      ...env,
    },
  })
}
