import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
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

/**
 * A child process, which does one task at a time. Things that are compared never share a process, and so share no heap,
 * no compiled code and no thread.
 */
export class Child {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown>

  /** @param script file name in `children/`, or the URL of another file; plain JavaScript if `.mjs` */
  constructor(
    script: string | URL,
    { nodeOptions = [], environment = {}, onStderr }: ChildOptions = {},
  ) {
    const url = script instanceof URL ? script : new URL(`children/${script}`, import.meta.url)
    this.#process = fork(fileURLToPath(url), {
      serialization: 'advanced',
      execArgv: [...(url.pathname.endsWith('.mjs') ? [] : ['--import', 'tsx']), ...nodeOptions],
      env: { ...process.env, ...environment },
      // Standard output belongs to the report.
      stdio: ['ignore', 2, onStderr ? 'pipe' : 2, 'ipc'],
    })
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => onStderr?.(text))
    this.#ended = once(this.#process, 'exit')
  }

  /** @throws if the child failed; it prints the reason on standard error */
  async do<Result>(task: string, argument?: unknown): Promise<Result> {
    const request: Request = { task, argument }
    const done = once(this.#process, 'message')
    this.#process.send(request)
    const failed = this.#ended.then(() => {
      throw new Error(`the child process failed at its task '${task}'`)
    })
    const [result] = (await Promise.race([done, failed])) as [Result]
    return result
  }

  async stop(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect()
    await this.#ended
  }
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
