import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** The part of vitest's JSON report that is read. */
interface Report {
  readonly numPassedTests: number
  readonly numTotalTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly failureMessages: readonly string[] }[]
  }[]
}

export interface SuiteResult {
  readonly passed: number
  readonly total: number
  readonly failures: readonly string[]
}

/** Runs the suite in a process of its own, as users do. @param port of the server, or of the proxy */
export async function runSuite(port: number): Promise<SuiteResult> {
  const folder = mkdtempSync(join(tmpdir(), 'ommer-suite-'))
  const report = join(folder, 'report.json')
  const root = join(repository, 'scripts/replicas/suite')
  const vitest = join(repository, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--root', root, '--reporter=json', `--outputFile=${report}`]
  const env = { ...process.env, OMMER_URL: `http://127.0.0.1:${port}` }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'exit')
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as Report
  rmSync(folder, { recursive: true })
  const failures = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ failureMessages }) => failureMessages),
  )
  return { passed: numPassedTests, total: numTotalTests, failures }
}
