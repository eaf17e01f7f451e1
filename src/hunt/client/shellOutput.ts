import { execFile } from 'node:child_process'
import { HuntError } from '../huntError.ts'

/** In milliseconds: how long a command may take. */
const COMMAND_MS = 60_000

/** In bytes. */
const OUTPUT_MAX = 256 * 1024 * 1024

interface ShellOptions {
  /** the option that has the command, for errors */
  readonly option: string
  /** of the error if it fails */
  readonly code: HuntError['code']
  readonly env?: NodeJS.ProcessEnv
  /** what it reads; by default nothing */
  readonly input?: string
}

/**
 * What a command prints, as a shell runs it.
 *
 * @throws {HuntError} with the last line of its errors if it fails
 */
export function shellOutput(
  command: string,
  { option, code, env, input = '' }: ShellOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const limits = { timeout: COMMAND_MS, maxBuffer: OUTPUT_MAX }
    const options = { shell: true, ...limits, ...(env && { env }) }
    const child = execFile(command, options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      const reason = lastLine(stderr) || `exit code ${error.code}`
      reject(new HuntError(code, `${option} '${command}': ${reason}`))
    })
    // A command that reads nothing has closed its input.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
