import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Chain, Hex, Server } from '../../../src/index.ts'
import { installProject, npmInstall } from '../project.ts'
import { ServingProgram } from '../servingProgram.ts'
import { callToken } from './facts.ts'
import { branchOf, transfersIn } from './tokenTransfers.ts'

export const REORG_DEPTH = 3

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
  const folder = installProject(
    'app',
    new URL('projects/ponder/', import.meta.url),
    'package.json',
    npmInstall,
  )
  const app = await startPonder(folder, server.url)
  try {
    await waitForRows(app, await expectedRows(chain, server.head.hash))
    await mineTransfers(chain, server)
    const old = await expectedRows(chain, server.head.hash)
    await waitForRows(app, old)
    await server.reorg({ depth: REORG_DEPTH })
    await server.mine(2)
    const rows = await expectedRows(chain, server.head.hash)
    await waitForRows(app, rows)
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
export async function mineTransfers(chain: Chain, server: Server): Promise<void> {
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

/** Starts the app with an empty database. */
export function startPonder(
  folder: string,
  rpcUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServingProgram> {
  rmSync(join(folder, '.ponder'), { recursive: true, force: true })
  const script = join(folder, 'node_modules/ponder/dist/esm/bin/ponder.js')
  const options = ['--schema', `app_${randomUUID().slice(0, 8)}`, '--log-level', 'warn']
  return ServingProgram.start(
    folder,
    process.execPath,
    (port) => [script, 'start', ...options, '--hostname', '127.0.0.1', '--port', port],
    { ...env, RPC_URL: rpcUrl, PONDER_TELEMETRY_DISABLED: 'true' },
  )
}

/**
 * Waits until the app has exactly these rows.
 *
 * @throws if it exits before, or has others in the end
 */
async function waitForRows(app: ServingProgram, expected: readonly Row[]): Promise<void> {
  const wanted = textOf(expected)
  const rows = await app.waitFor<Row[]>('transfers', (rows) => textOf(rows) === wanted)
  const text = textOf(rows ?? [])
  if (text === wanted) return
  const lines = wanted.split('\n')
  const wrong = text.split('\n').find((line, index) => line !== lines[index])
  throw new Error(`Ponder has another row than the chain: ${wrong ?? 'one is missing'}`)
}
