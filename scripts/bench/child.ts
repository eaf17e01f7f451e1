import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** What a parent sends: the child's task, and its argument. */
interface Request {
  readonly task: string
  readonly argument: unknown
}

export interface ChildOptions {
  /** options of Node, in addition to those for TypeScript */
  readonly nodeOptions?: readonly string[]
  /** variables of its environment, in addition to ours */
  readonly environment?: Readonly<Record<string, string>>
  /** receives its standard error, which by default goes to ours */
  readonly onStderr?: (text: string) => void
}

/** How many characters of its output the error about an ended child has. */
const STDERR_MAX = 8192

/**
 * A child process, which does one task at a time. Things that are compared never share a process, and so share no heap,
 * no compiled code and no thread.
 */
export class Child {
  readonly #process: ChildProcess
  /** how the process ended */
  readonly #ended: Promise<string>
  #lastStderr = ''
  #hasFailed = false

  /** @param script file name in `children/`, or the URL of another file; plain JavaScript if `.mjs` */
  constructor(
    script: string | URL,
    { nodeOptions = [], environment = {}, onStderr = printOnStderr }: ChildOptions = {},
  ) {
    const url = script instanceof URL ? script : new URL(`children/${script}`, import.meta.url)
    this.#process = fork(fileURLToPath(url), {
      serialization: 'advanced',
      execArgv: [...(url.pathname.endsWith('.mjs') ? [] : ['--import', 'tsx']), ...nodeOptions],
      env: { ...process.env, ...environment },
      // Standard output belongs to the report.
      stdio: ['ignore', 2, 'pipe', 'ipc'],
    })
    const stderr = this.#process.stderr as Readable
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#lastStderr = (this.#lastStderr + text).slice(-STDERR_MAX)
      onStderr(text)
    })
    // Node emits no 'close' for a process that its parent has disconnected.
    this.#ended = Promise.all([once(this.#process, 'exit'), once(stderr, 'close')]).then(
      ([[code, signal]]) => this.#describeEnd(code, signal),
      (error) => `it could not be started: ${error}`,
    )
  }

  /** Whether a task has failed. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /** @throws if the process ends or has ended: how, and what it printed last on standard error */
  async do<Result>(task: string, argument?: unknown): Promise<Result> {
    const request: Request = { task, argument }
    // If the channel is closed, the process is ending, and how says more than that.
    this.#process.send(request, () => {})
    const outcome = await Promise.race([once(this.#process, 'message'), this.#ended])
    if (typeof outcome !== 'string') return outcome[0] as Result
    this.#hasFailed = true
    throw new Error(`the child process failed at its task '${task}': ${outcome}`)
  }

  async stop(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect()
    await this.#ended
  }

  #describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
    const end = signal === null ? `it exited with code ${code}` : `it was ended by ${signal}`
    const printed = this.#lastStderr.trimEnd()
    return printed === '' ? end : `${end}; the last that it printed:\n${printed}`
  }
}

function printOnStderr(text: string): void {
  process.stderr.write(text)
}

/** Asks a child for its processor time so far; it has the task `cpuSeconds`. */
export function cpuSecondsOf(child: Child): () => Promise<number> {
  return () => child.do<number>('cpuSeconds')
}

/** The child's side: does the tasks that the parent sends, and exits with the parent. */
export function serveParent(tasks: Record<string, (argument: never) => unknown>): void {
  process.on('message', async ({ task, argument }: Request) => {
    const perform = tasks[task]
    if (!perform) throw new Error(`no task '${task}' here`)
    process.send?.((await perform(argument as never)) ?? null)
  })
  process.on('disconnect', () => process.exit())
}
