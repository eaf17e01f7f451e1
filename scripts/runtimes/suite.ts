import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What a run of the tests came to. */
export interface SuiteRun {
  /** as `node --version` says it */
  readonly node: string
  readonly passed: boolean
  readonly tests: number
  readonly failures: number
  readonly seconds: number
}

const repository = fileURLToPath(new URL('../../', import.meta.url))
const vitest = join(repository, 'node_modules/vitest/vitest.mjs')

/**
 * Runs the tests under another Node, which reports as `npm test` does.
 *
 * @param folder where its binary is: it comes first in PATH, for what the tests start by the name of `node`
 * @param files which tests; all if there are none
 */
export function runSuite(folder: string, files: readonly string[]): SuiteRun {
  const binary = join(folder, process.platform === 'win32' ? 'node.exe' : 'node')
  const node = execFileSync(binary, ['--version']).toString().trim()
  console.error(`the tests under Node ${node}`)
  const scratch = mkdtempSync(join(tmpdir(), 'ommer-runtimes-'))
  const result = join(scratch, 'result.json')
  const start = performance.now()
  const { status } = spawnSync(
    binary,
    [
      ...[vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${result}`],
      ...files,
    ],
    {
      cwd: repository,
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const seconds = (performance.now() - start) / 1000
  const counts = readCounts(result)
  rmSync(scratch, { recursive: true })
  return { node, passed: status === 0, seconds, ...counts }
}

function readCounts(path: string): Pick<SuiteRun, 'tests' | 'failures'> {
  try {
    const { numTotalTests, numFailedTests } = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly numTotalTests: number
      readonly numFailedTests: number
    }
    return { tests: numTotalTests, failures: numFailedTests }
  } catch {
    // It ended before it could report, and has said why.
    return { tests: 0, failures: 0 }
  }
}
