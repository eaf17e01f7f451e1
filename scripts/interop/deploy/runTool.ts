import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** In milliseconds. */
const RUN_MAX = 180_000

/**
 * Runs a tool in the folder of its project.
 *
 * @returns what it writes to standard output
 * @throws with the line that names the first error, also if the tool exits with 0: Foundry's from npm always do
 */
export async function runTool(
  folder: string,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const options = {
    cwd: folder,
    timeout: RUN_MAX,
    maxBuffer: 1 << 26,
    env: { ...process.env, CI: 'true', ...env },
  }
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, options)
    const problem = firstError(stderr)
    if (problem !== undefined) throw new Error(problem)
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as Partial<Record<'stdout' | 'stderr', string>>
    const problem = firstError(`${stdout}\n${stderr}`)
    throw problem === undefined ? error : new Error(problem, { cause: error })
  }
}

function firstError(output: string): string | undefined {
  return /^\w*Error: .*$/m.exec(output)?.[0]
}
