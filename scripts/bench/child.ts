import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What a parent sends: which of the child's tasks to do, and on what. */
interface Request {
  readonly task: string
  readonly argument: unknown
}

/**
 * A process of its own, which does tasks one at a time. What is compared never shares a process: not its heap,
 * not its compiled code, not its thread.
 */
export class Child {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown>

  /** @param script file name in `children/`, without `.ts`, or where it is */
  constructor(script: string | URL) {
    const url = script instanceof URL ? script : new URL(`children/${script}.ts`, import.meta.url)
    const path = fileURLToPath(url)
    // Standard output belongs to the report.
    this.#process = fork(path, { serialization: 'advanced', stdio: ['ignore', 2, 2, 'ipc'] })
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
