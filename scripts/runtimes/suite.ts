import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The result of a run of the tests. */
export interface SuiteRun {
  /** as printed by `node --version` */
  readonly node: string
  readonly passed: boolean
  readonly tests: number
  readonly failures: number
  readonly seconds: number
}

const repository = fileURLToPath(new URL('../../', import.meta.url))
const vitest = join(repository, 'node_modules/vitest/vitest.mjs')

/**
 * Runs the tests under another Node, with the output of `npm test`.
 *
 * @param folder of its binary; it comes first in PATH, for processes that the tests start as `node`
 * @param files test files; an empty list runs all
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
      vitest,
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${result}`,
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
    // It exited before it could report, and printed the reason.
    return { tests: 0, failures: 0 }
  }
}
