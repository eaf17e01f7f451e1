import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Chain, Hex, Server } from '../../../src/index.ts'
import { freePort } from '../../bench/freePort.ts'
import { callToken } from './facts.ts'
import { installProject, npmInstall } from '../project.ts'
import { branchOf, transfersIn } from './tokenTransfers.ts'

/** In milliseconds: an idle machine takes ten seconds for the default chain. */
const INDEX_MAX = 300_000

const REORG_DEPTH = 3

const ZERO = `0x${'0'.repeat(40)}`

/** A row of the app; `projects/ponder/ponder.schema.ts` has its columns. */
interface Row {
  readonly blockNumber: string
  readonly blockHash: Hex
  readonly logIndex: number
  readonly [column: string]: string | number
}

/**
 * Lets a Ponder app index the chain, moves the head, and compares the rows of the app with the chain.
 *
 * @returns the result in words
 * @throws {NotInstalledError}
 */
export async function runPonder(chain: Chain, server: Server): Promise<string> {
  const folder = installProject('ponder', 'package.json', npmInstall)
  const app = await PonderApp.start(folder, server.url)
  try {
    await app.waitForRows(await expectedRows(chain, server.head.hash))
    await mineTransfers(chain, server)
    const old = await expectedRows(chain, server.head.hash)
    await app.waitForRows(old)
    await server.reorg({ depth: REORG_DEPTH })
    await server.mine(2)
    const rows = await expectedRows(chain, server.head.hash)
    await app.waitForRows(rows)
    await requireBalances(chain, server.head.hash)
    const ids = new Set(rows.map(keyOf))
    const removed = old.filter((row) => !ids.has(keyOf(row))).length
    return `${rows.length} rows with ${4 * rows.length} calls; a reorg of ${REORG_DEPTH} blocks removed ${removed}`
  } catch (error) {
    console.error(app.output.slice(-4000))
    throw error
  } finally {
    await app.stop()
  }
}

/** The rows of a branch, each with what its calls return. */
async function expectedRows(chain: Chain, head: Hex): Promise<Row[]> {
  const rows: Row[] = []
  for (const { block, transactionHash, logIndex, ...transfer } of transfersIn(
    branchOf(chain, head),
  )) {
    const { token, from, to, value } = transfer
    const call = (functionName: string, ...args: readonly Hex[]) =>
      callToken(chain, block.hash, token, functionName, args)
    rows.push({
      blockNumber: `${block.header.number}`,
      blockHash: block.hash,
      transactionHash,
      logIndex,
      token,
      name: await call('name'),
      symbol: await call('symbol'),
      from,
      to,
      value: `${value}`,
      fromBalance: await call('balanceOf', from),
      toBalance: await call('balanceOf', to),
    })
  }
  return rows
}

/** Makes sure that the balances, which the app also gets by calls, are the sums of the transfers. */
async function requireBalances(chain: Chain, head: Hex): Promise<void> {
  const sums = new Map<string, bigint>()
  const add = (token: Hex, owner: Hex, value: bigint) => {
    if (owner === ZERO) return // It only mints and burns.
    const key = `${token} ${owner}`
    sums.set(key, (sums.get(key) ?? 0n) + value)
  }
  for (const { token, from, to, value } of transfersIn(branchOf(chain, head))) {
    add(token, from, -value)
    add(token, to, value)
  }
  for (const [key, sum] of sums) {
    const [token, owner] = key.split(' ') as [Hex, Hex]
    const balance = await callToken(chain, head, token, 'balanceOf', [owner])
    if (balance !== `${sum}`) throw new Error(`${key} has ${balance}, and received ${sum}`)
  }
}

function keyOf({ blockHash, logIndex }: Row): string {
  return `${blockHash} ${logIndex}`
}

/** Mines until the newest blocks have a transfer that a reorg can remove. */
async function mineTransfers(chain: Chain, server: Server): Promise<void> {
  do await server.mine(REORG_DEPTH)
  while (transfersIn(branchOf(chain, server.head.hash).slice(-REORG_DEPTH)).length === 0)
}

/** Rows in the order of the chain and of their columns, without Ponder's ids. */
function textOf(rows: readonly Row[]): string {
  return rows
    .toSorted((a, b) => Number(a.blockNumber) - Number(b.blockNumber) || a.logIndex - b.logIndex)
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => name !== 'id')
          .toSorted(),
      ),
    )
    .join('\n')
}

/** A running app. */
class PonderApp {
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

  /** Starts it with an empty database. */
  static async start(folder: string, rpcUrl: string): Promise<PonderApp> {
    rmSync(join(folder, '.ponder'), { recursive: true, force: true })
    const port = await freePort()
    const script = join(folder, 'node_modules/ponder/dist/esm/bin/ponder.js')
    const options = ['--schema', `app_${randomUUID().slice(0, 8)}`, '--log-level', 'warn']
    const address = ['--hostname', '127.0.0.1', '--port', String(port)]
    const app = spawn(process.execPath, [script, 'start', ...options, ...address], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, RPC_URL: rpcUrl, PONDER_TELEMETRY_DISABLED: 'true' },
    })
    return new PonderApp(app, `http://127.0.0.1:${port}`)
  }

  /**
   * Waits until it has exactly these rows.
   *
   * @throws if it exits before, or has others in the end
   */
  async waitForRows(expected: readonly Row[]): Promise<void> {
    const wanted = textOf(expected)
    const deadline = performance.now() + INDEX_MAX
    let text = ''
    while (performance.now() < deadline) {
      if (this.#process.exitCode !== null) throw new Error('Ponder exited')
      text = textOf((await this.#get<Row[]>('transfers')) ?? [])
      if (text === wanted) return
      await setTimeout(100)
    }
    const lines = wanted.split('\n')
    const wrong = text.split('\n').find((line, index) => line !== lines[index])
    throw new Error(`Ponder has another row than the chain: ${wrong ?? 'one is missing'}`)
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
