import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../bench/freePort.ts'

/** In milliseconds: the slowest takes five seconds on an idle machine. */
const START_MAX = 60_000

/** How to start another node. */
export interface NodeCommand {
  readonly name: string
  /** in which it runs, with its configuration */
  readonly folder: string
  /** the program, and its arguments before `args`: `byNode(SCRIPT)` for a script */
  readonly program: readonly [path: string, ...args: string[]]
  readonly args: (port: number) => readonly string[]
  /** of its address, such as `/v3/dev`; by default none */
  readonly path?: string
}

/** The program of a node that is a script. */
export function byNode(script: string): [path: string, script: string] {
  return [process.execPath, script]
}

export class ForeignNode {
  readonly url: string
  readonly #process: ChildProcess

  private constructor(url: string, process: ChildProcess) {
    this.url = url
    this.#process = process
  }

  /** Starts a node in a process of its own, on a free port; resolves when it responds. */
  static async start({
    name,
    folder,
    program,
    args,
    path = '',
  }: NodeCommand): Promise<ForeignNode> {
    const port = await freePort()
    const [file, ...before] = program
    const child = spawn(file, [...before, ...args(port)], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      // Anvil's script starts another program. As a process group both stop together.
      detached: process.platform !== 'win32',
      env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true', CI: 'true' },
    })
    const node = new ForeignNode(`http://127.0.0.1:${port}${path}`, child)
    const deadline = performance.now() + START_MAX
    for (;;) {
      const answer = await node.call('eth_blockNumber').catch(() => undefined)
      if (answer !== undefined) return node
      if (child.exitCode !== null || performance.now() > deadline) {
        await node.stop()
        throw new Error(`${name} did not start`)
      }
      await setTimeout(100)
    }
  }

  /** Its process and those that it has started. */
  get processGroup(): number | undefined {
    return this.#process.pid
  }

  /** @throws if the response is an error */
  call<Result>(method: string, params: readonly unknown[] = []): Promise<Result> {
    return callAt(this.url, method, params)
  }

  /** Waits for the block of a transaction, at most ten seconds: not all nodes mine before they answer. */
  async mined(hash: string): Promise<void> {
    for (let turn = 0; turn < 500; turn++) {
      // geth answers with an error until it has begun to index.
      const receipt = this.call('eth_getTransactionReceipt', [hash]).catch(() => null)
      if ((await receipt) !== null) return
      await setTimeout(20)
    }
    throw new Error(`${hash} is not mined`)
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return
    const ended = once(this.#process, 'exit')
    if (process.platform === 'win32') this.#process.kill()
    else process.kill(-(this.#process.pid as number), 'SIGKILL')
    await ended
  }
}

/**
 * Sends a JSON-RPC request to any server.
 *
 * @throws if the response is an error
 */
export async function callAt<Result>(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<Result> {
  const { result, error } = JSON.parse(
    await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })),
  ) as { readonly result: Result; readonly error?: { readonly message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

/** @returns the body of the response */
async function post(url: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body })).text()
}
