import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../bench/freePort.ts'

/** In milliseconds: on an idle machine it takes a second or two. */
const START_MAX = 120_000

/** Another process may take a port before geth listens on it. */
const START_ATTEMPTS = 3

/** How much of what geth prints is kept, in characters. */
const PRINTED_MAX = 2000

const NO_BLOCK = `0x${'00'.repeat(32)}`
const SECRET = '11'.repeat(32)

/** The blocks of the tags; zeros for none. */
export interface ForkChoice {
  readonly head: string
  readonly safe?: string | undefined
  readonly finalized?: string | undefined
}

/** A geth process that listens only on 127.0.0.1 and looks for no peers. */
export class GethNode {
  readonly url: string
  readonly wsUrl: string
  readonly #engineUrl: string
  readonly #folder: string
  readonly #run: () => ChildProcess
  #process: ChildProcess
  #printed = ''

  private constructor(ports: readonly number[], folder: string, run: () => ChildProcess) {
    const [http, ws, engine] = ports
    this.#folder = folder
    this.url = `http://127.0.0.1:${http}`
    this.wsUrl = `ws://127.0.0.1:${ws}`
    this.#engineUrl = `http://127.0.0.1:${engine}`
    this.#run = () => {
      const process = run()
      process.stderr?.on('data', (text) => {
        this.#printed = `${this.#printed}${text}`.slice(-PRINTED_MAX)
      })
      return process
    }
    this.#process = this.#run()
  }

  /**
   * Starts geth with a genesis and no blocks above it.
   *
   * @param scratch a folder for its database until it stops
   * @param flags further options of its command line
   * @throws if it refuses the genesis
   */
  static async start(
    program: string,
    genesisFile: string,
    chainId: number,
    scratch: string,
    flags: readonly string[] = [],
  ): Promise<GethNode> {
    const folder = mkdtempSync(join(scratch, 'geth-'))
    const data = ['--datadir', folder, '--state.scheme', 'hash']
    try {
      execFileSync(program, ['init', ...data, genesisFile], { stdio: ['ignore', 'ignore', 'pipe'] })
    } catch (error) {
      const { stderr } = error as { readonly stderr: Buffer }
      throw new Error(stderr.toString().trim().split('\n').at(-1))
    }
    const secretFile = join(folder, 'secret')
    writeFileSync(secretFile, SECRET)
    for (let attempt = 1; ; attempt++) {
      const ports = [await freePort(), await freePort(), await freePort()]
      const options = [...data, ...optionsOf(ports, chainId, secretFile), ...flags]
      const node = new GethNode(ports, folder, () =>
        spawn(program, options, { stdio: ['ignore', 'ignore', 'pipe'] }),
      )
      try {
        await node.#started()
        return node
      } catch (error) {
        if (attempt === START_ATTEMPTS) {
          await node.stop()
          throw error
        }
      }
    }
  }

  get processId(): number {
    return this.#process.pid as number
  }

  /** Stops the process and starts it again on the same database. */
  async restart(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGINT')
    await ended
    this.#process = this.#run()
    await this.#started()
  }

  async #started(): Promise<void> {
    const deadline = performance.now() + START_MAX
    while ((await this.ask('eth_blockNumber').catch(() => undefined)) === undefined) {
      if (this.#process.exitCode !== null || performance.now() > deadline) {
        this.#process.kill('SIGKILL')
        throw new Error(`geth did not start: ${this.#printed.trim().split('\n').at(-1)}`)
      }
      await setTimeout(100)
    }
  }

  /** @returns the result @throws if the response is an error */
  async ask<Result>(method: string, ...params: unknown[]): Promise<Result> {
    return resultOf(method, await post(this.url, { method, params }))
  }

  /** Reads blocks as `geth import` does. @param file an absolute path */
  async importBlocks(file: string): Promise<void> {
    await this.ask('admin_importChain', file)
  }

  /** Makes a block the head, as a consensus client would. */
  async choose({ head, safe = NO_BLOCK, finalized = NO_BLOCK }: ForkChoice): Promise<void> {
    const choice = { headBlockHash: head, safeBlockHash: safe, finalizedBlockHash: finalized }
    const method = 'engine_forkchoiceUpdatedV3'
    const request = { method, params: [choice, null] }
    const answer = await post(this.#engineUrl, request, { authorization: `Bearer ${token()}` })
    const { payloadStatus } = resultOf<{ payloadStatus: { status: string } }>(method, answer)
    if (payloadStatus.status !== 'VALID') throw new Error(`${method}: ${payloadStatus.status}`)
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit')
      this.#process.kill('SIGKILL')
      await ended
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function optionsOf(ports: readonly number[], chainId: number, secretFile: string): string[] {
  const [http, ws, engine] = ports.map(String) as [string, string, string]
  return [
    '--networkid',
    String(chainId),
    '--syncmode',
    'full',
    '--gcmode',
    'archive',
    '--port',
    '0',
    '--nodiscover',
    '--maxpeers',
    '0',
    '--nat',
    'none',
    '--ipcdisable',
    '--http',
    '--http.port',
    http,
    '--http.api',
    'eth,net,web3,admin,debug,txpool',
    '--ws',
    '--ws.port',
    ws,
    '--ws.api',
    'eth,net,web3',
    '--authrpc.port',
    engine,
    '--authrpc.jwtsecret',
    secretFile,
    // The receipts of some blocks take megabytes.
    '--rpc.batch-response-max-size',
    '1000000000',
    '--verbosity',
    '1',
    '--cache',
    '128',
  ]
}

/** Sends a body, or a request. @returns the text of the response */
export async function post(url: string, request: unknown, headers = {}): Promise<string> {
  const body =
    typeof request === 'string'
      ? request
      : JSON.stringify({ jsonrpc: '2.0', id: 1, ...(request as object) })
  const send = () =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
  // A node that was started again has closed the connections that are kept open here.
  const response = await send().catch(send)
  return response.text()
}

function resultOf<Result>(method: string, answer: string): Result {
  const { result, error } = JSON.parse(answer)
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

/** The JSON Web Token of a consensus client (https://datatracker.ietf.org/doc/html/rfc7519). */
function token(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iat: Math.floor(Date.now() / 1000) })}`
  const seal = createHmac('sha256', Buffer.from(SECRET, 'hex')).update(content).digest('base64url')
  return `${content}.${seal}`
}
