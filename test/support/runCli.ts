import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** How a run of the command line ended, and its output. */
export interface Exit {
  readonly code: number | null
  /** the signal that killed it, if any */
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A command line that serves, and has announced it. */
export interface RunningCli {
  /** its output on stdout until then */
  readonly announced: string
  /** Sends a signal that does not end the process. */
  send(signal: NodeJS.Signals): void
  /** Sends the signal, and resolves when the process has exited. */
  stop(signal: NodeJS.Signals): Promise<Exit>
}

type Environment = Readonly<Record<string, string>>

const remaining = new Set<ChildProcess>()

/** Runs the command line to its end. */
export async function runCli(args: readonly string[], env: Environment = {}): Promise<Exit> {
  return spawnCli(args, env).exit
}

/** Runs the command line to its end, with its output redirected to a file. */
export async function runCliInto(path: string, args: readonly string[]): Promise<Exit> {
  const stdout = openSync(path, 'w')
  try {
    return await spawnCli(args, {}, { stdout }).exit
  } finally {
    closeSync(stdout)
  }
}

/** Runs the command line to its end, while nobody reads its output. */
export async function runCliUnread(args: readonly string[]): Promise<Exit> {
  const { child, exit } = spawnCli(args, {})
  child.stdout?.destroy()
  return exit
}

/** Runs the command line to its end, with a limit on open files. */
export async function runCliWithFiles(count: number, args: readonly string[]): Promise<Exit> {
  return spawnCli(args, {}, { prefix: ['sh', '-c', `ulimit -n ${count}; exec "$0" "$@"`] }).exit
}

/**
 * Runs the command line until a given moment, then sends it a signal.
 *
 * @param moment resolves at that moment
 */
export async function interruptCli(
  args: readonly string[],
  moment: Promise<unknown>,
  signal: NodeJS.Signals,
  env: Environment = {},
): Promise<Exit> {
  const { child, exit } = spawnCli(args, env)
  await Promise.race([moment, exit])
  child.kill(signal)
  return exit
}

/**
 * Runs the command line until it announces that it serves.
 *
 * @param lastLine the last line of the announcement
 * @param program a file of the build; by default that of `ommer`
 */
export async function startCli(
  args: readonly string[],
  lastLine: RegExp,
  env: Environment = {},
  program?: string,
): Promise<RunningCli> {
  const { child, written, exit } = spawnCli(args, env, { program })
  const announced = new Promise<string>((resolve) => {
    child.stdout?.on('data', () => {
      const wholeLines = written.stdout.split('\n').slice(0, -1)
      if (wholeLines.some((line) => lastLine.test(line))) resolve(written.stdout)
    })
  })
  const early = exit.then(({ code, stderr }) => {
    throw new Error(`it ended with ${code} before it served: ${stderr}`)
  })
  return {
    announced: await Promise.race([announced, early]),
    send(signal) {
      child.kill(signal)
    },
    stop(signal) {
      child.kill(signal)
      return exit
    },
  }
}

/** Stops the processes that a failed test left running. */
export function killRemaining(): void {
  for (const child of remaining) child.kill('SIGKILL')
}

interface SpawnOptions {
  /** a file descriptor; by default the output is collected */
  readonly stdout?: number
  /** a command that runs the command line given after it */
  readonly prefix?: readonly string[]
  readonly program?: string | undefined
}

function spawnCli(
  args: readonly string[],
  env: Environment,
  { stdout, prefix = [], program = 'dist/cli.js' }: SpawnOptions = {},
) {
  const [command, ...rest] = [...prefix, process.execPath, program, ...args]
  const child = spawn(command as string, rest, {
    cwd: repository,
    // A chain cached by an earlier run would hide errors of this one.
    env: { ...withoutOmmer(process.env), OMMER_NO_CACHE: '1', ...env },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  })
  remaining.add(child)
  child.once('exit', () => remaining.delete(child))
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      written[name] += chunk
    })
  }
  const exit = once(child, 'close').then(([code, signal]): Exit => ({ code, signal, ...written }))
  return { child, written, exit }
}

/** The environment without ommer's variables, which the user may have set. */
function withoutOmmer(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('OMMER_')))
}
