import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { anvilPath } from './anvilPackage.ts'
import { freePort } from './freePort.ts'
import { exchange } from './wire/exchange.ts'
import { httpRequest, parseHttpResponse } from './wire/http.ts'

/** In milliseconds: on an idle machine it takes 60. */
const START_MAX = 20_000

/** Anvil in a process of its own, mining on request, and one connection to it. */
export class Anvil {
  readonly port: number
  readonly #process: ChildProcess
  readonly #socket: Socket

  private constructor(port: number, process: ChildProcess, socket: Socket) {
    this.port = port
    this.#process = process
    this.#socket = socket
  }

  /** @param more options of Anvil */
  static async start(...more: readonly string[]): Promise<Anvil> {
    const port = await freePort()
    // Without `--silent` it prints a line for every request.
    const options = ['--port', String(port), '--no-mining', '--silent', ...more]
    const anvil = spawn(anvilPath, options, {
      stdio: ['ignore', 2, 2],
      // It is measured as a process group, as ommer is.
      detached: process.platform !== 'win32',
    })
    const deadline = performance.now() + START_MAX
    for (;;) {
      const socket = await tryConnect(port)
      if (socket !== undefined) return new Anvil(port, anvil, socket)
      if (anvil.exitCode !== null || performance.now() > deadline) {
        stop(anvil)
        throw new Error('Anvil did not start')
      }
      await setTimeout(10)
    }
  }

  get processGroup(): number | undefined {
    return this.#process.pid
  }

  /**
   * Sends a request or a batch of them.
   *
   * @throws if a response is an error
   */
  async post(message: string): Promise<string> {
    const request = httpRequest(this.port, '/', message)
    const { parsed } = await exchange(this.#socket, request, parseHttpResponse)
    const answer = parsed.body.toString()
    if (answer.includes('"error"'))
      throw new Error(`Anvil responded with an error: ${answer.slice(0, 500)}`)
    return answer
  }

  async call<Result>(method: string, params: readonly unknown[] = []): Promise<Result> {
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (JSON.parse(await this.post(message)) as { result: Result }).result
  }

  async stop(): Promise<void> {
    this.#socket.destroy()
    if (this.#process.exitCode !== null) return
    const ended = once(this.#process, 'exit')
    stop(this.#process)
    await ended
  }
}

function stop(anvil: ChildProcess): void {
  if (process.platform === 'win32' || anvil.pid === undefined) anvil.kill()
  else process.kill(-anvil.pid)
}

async function tryConnect(port: number): Promise<Socket | undefined> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    return undefined
  }
}
