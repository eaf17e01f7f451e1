import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { StartedClient } from '../../../src/hunt.ts'

/** In milliseconds: how long a program may take to stop. */
const STOP_MAX = 5000

/** In characters. */
const OUTPUT_MAX = 16 * 1024

interface ProgramOptions {
  readonly command: string
  readonly args: readonly string[]
  readonly folder: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a program in a process group of its own, so that what it has started ends with it. */
export function startProgram({ command, args, folder, env }: ProgramOptions): StartedClient {
  const child = spawn(command, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-OUTPUT_MAX)
    })
  }
  const ended = once(child, 'exit').then(
    ([code, signal]) => `${signal ?? `exit code ${code}`}`,
    (error: Error) => error.message,
  )
  const send = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // All of the group have ended.
    }
  }
  const kill = () => send('SIGKILL')
  // A script that ends early must not leave it behind.
  process.on('exit', kill)
  void ended.then(() => process.off('exit', kill))
  return {
    ended,
    output: () => printed,
    async stop(how) {
      if (how !== 'kill') {
        send('SIGTERM')
        await Promise.race([ended, setTimeout(STOP_MAX, undefined, { ref: false })])
      }
      kill()
      await ended
    },
  }
}
