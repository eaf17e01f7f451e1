import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../bench/freePort.ts'

/** In milliseconds: an idle machine takes ten seconds for the default chain. */
const WAIT_MAX = 300_000

/** A program that keeps running, and that answers over HTTP with what it has read. */
export class ServingProgram {
  readonly #process: ChildProcess
  readonly #url: string
  /** what it has printed */
  output = ''

  private constructor(process: ChildProcess, url: string) {
    this.#process = process
    this.#url = url
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output = (this.output + text).slice(-100_000)
      })
    }
  }

  /** @param argsFor the arguments for the port on which it must listen */
  static async start(
    folder: string,
    command: string,
    argsFor: (port: string) => readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ServingProgram> {
    const port = await freePort()
    const program = spawn(command, argsFor(`${port}`), {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
    return new ServingProgram(program, `http://127.0.0.1:${port}`)
  }

  /**
   * Asks until the answer is as expected.
   *
   * @returns the last answer, as expected or not; undefined if it never answered
   * @throws if it exits before
   */
  async waitFor<Result>(
    path: string,
    isExpected: (result: Result) => boolean,
  ): Promise<Result | undefined> {
    const deadline = performance.now() + WAIT_MAX
    let result: Result | undefined
    while (performance.now() < deadline) {
      if (this.#process.exitCode !== null) {
        throw new Error(`the program exited: ${this.output.slice(-2000)}`)
      }
      result = (await this.#get<Result>(path)) ?? result
      if (result !== undefined && isExpected(result)) break
      await setTimeout(100)
    }
    return result
  }

  async #get<Result>(path: string): Promise<Result | undefined> {
    try {
      const response = await fetch(`${this.#url}/${path}`)
      return response.ok ? ((await response.json()) as Result) : undefined
    } catch {
      return undefined // It does not listen yet.
    }
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill()
    await ended
  }
}
