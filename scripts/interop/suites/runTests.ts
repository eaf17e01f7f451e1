import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** In milliseconds, for a suite on one node. */
const RUN_MAX = 3_600_000

/** A program to run, and what it has in its environment besides the usual. */
export interface TestProgram {
  readonly folder: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs a program to its end, however it ends: tests that fail have an exit code, and their report says more.
 *
 * @returns the end of what it has printed, for an error that says why there is no report
 */
export async function runTests({ folder, command, args, env = {} }: TestProgram): Promise<string> {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    // What it has started must end with it.
    detached: process.platform !== 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-100_000)
    })
  }
  const stop = () => {
    if (process.platform === 'win32' || child.pid === undefined) child.kill()
    else process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(stop, RUN_MAX)
  await once(child, 'exit')
  clearTimeout(timer)
  return output.slice(-3000)
}
