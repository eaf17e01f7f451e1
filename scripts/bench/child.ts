import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What a parent sends: which of the child's tasks to do, and on what. */
interface Request {
  readonly task: string
  readonly argument: unknown
}

export interface ChildOptions {
  /** Node's own options, beside those that let it run TypeScript */
  readonly nodeOptions?: readonly string[]
  /** told what it writes on standard error, which otherwise goes where ours goes */
  readonly onStderr?: (text: string) => void
}

/**
 * A process of its own, which does tasks one at a time. What is compared never shares a process: not its heap,
 * not its compiled code, not its thread.
 */
export class Child {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown>

  /** @param script file name in `children/`, without `.ts`, or where it is elsewhere */
  constructor(script: string | URL, { nodeOptions = [], onStderr }: ChildOptions = {}) {
    const url = script instanceof URL ? script : new URL(`children/${script}.ts`, import.meta.url)
    this.#process = fork(fileURLToPath(url), {
      serialization: 'advanced',
      execArgv: ['--import', 'tsx', ...nodeOptions],
      // Standard output belongs to the report.
      stdio: ['ignore', 2, onStderr ? 'pipe' : 2, 'ipc'],
    })
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => onStderr?.(text))
    this.#ended = once(this.#process, 'exit')
  }

  /** @throws when the child failed; it has said why on standard error */
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

/** The child's side: does what the parent asks for, and ends with it. */
export function serveParent(tasks: Record<string, (argument: never) => unknown>): void {
  process.on('message', async ({ task, argument }: Request) => {
    const perform = tasks[task]
    if (!perform) throw new Error(`no task '${task}' here`)
    process.send?.((await perform(argument as never)) ?? null)
  })
  process.on('disconnect', () => process.exit())
}
