import { join } from 'node:path'
import { nativePart } from '../../bench/hardhatPackage.ts'
import { obtainRuntime, RuntimeError } from '../../runtimes/runtime.ts'
import { installProject, NotInstalledError } from '../project.ts'
import type { Facts } from './facts.ts'
import { runTool } from './runTool.ts'

/** The oldest version of Node that Hardhat 3 accepts. */
const OLDEST = [22, 13] as const

/**
 * Runs a deploy script with `hardhat run`. Its transactions are signed by the node (`eth_sendTransaction`).
 *
 * @throws {NotInstalledError}
 */
export async function deployWithHardhat(url: string): Promise<Facts> {
  const folder = installProject(
    'deploy',
    new URL('projects/hardhat/', import.meta.url),
    'package.json',
    [['npm', 'install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', nativePart]],
  )
  const cli = join('node_modules', 'hardhat', 'dist', 'src', 'cli.js')
  const args = [cli, 'run', join('scripts', 'deploy.js'), '--network', 'localhost']
  const stdout = await runTool(folder, newNode(), args, {
    RPC_URL: url,
    HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true',
  })
  const json = stdout.split('\n').find((line) => line.startsWith('{'))
  if (json === undefined) throw new Error(`hardhat prints no facts: ${stdout.slice(-1000)}`)
  return JSON.parse(json) as Facts
}

/** A Node that Hardhat accepts: this one, or another from npm. */
function newNode(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return process.execPath
  try {
    return join(obtainRuntime('24'), 'node')
  } catch (error) {
    if (!(error instanceof RuntimeError)) throw error
    throw new NotInstalledError(error.message)
  }
}
