import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type Chain, type DialectName, type Server, serve } from '../../../src/index.ts'

/** How many blocks are mined while a client is subscribed. */
const HEADS = 3

/** In milliseconds: the slowest takes half a minute on an idle machine. */
const READ_MAX = 600_000

/** How much of the chains a client could read. */
export interface ChainsRead {
  readonly blocks: Count
  readonly transactions: Count
  readonly uncles: Count
  /** chains whose logs matched the receipts */
  readonly logs: Count
  /** chains whose pending block it could read */
  readonly pending: Count
  /** of its subscription */
  readonly heads: Count
  /** its error messages, and how often each occurred */
  readonly failures: ReadonlyMap<string, number>
}

interface Count {
  readonly read: number
  readonly of: number
}

/** The line that a program prints when it has read everything it can. */
interface Report {
  readonly blocks: number
  readonly transactions: number
  readonly uncles: number
  readonly logs: boolean
  readonly pending: boolean
  readonly heads: number
  readonly failures: Readonly<Record<string, number>>
}

/**
 * Reads chains with a program, each from a server of its own.
 *
 * @param folder in which it runs
 * @throws if it exits without its report
 */
export async function readChains(
  chains: readonly Chain[],
  dialect: DialectName,
  command: readonly string[],
  folder: string,
): Promise<ChainsRead> {
  const reports: Report[] = []
  for (const chain of chains) {
    const server = await serve(chain, { port: 0 })
    try {
      reports.push(await readChain(server, dialect, command, folder))
    } finally {
      await server.close()
    }
  }
  return sum(chains, reports)
}

/** Reads from the server's own key, or in the dialect `geth` from the root address, as many programs do. */
async function readChain(
  server: Server,
  dialect: DialectName,
  [program, ...args]: readonly string[],
  folder: string,
): Promise<Report> {
  const { head } = server
  const [url = '', wsUrl = ''] =
    dialect === 'geth' ? [server.rootUrl, server.rootWsUrl] : [server.url, server.wsUrl]
  const child = spawn(program as string, [...args, url, wsUrl, `${head.number}`, `${HEADS}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: READ_MAX,
  })
  const ended = once(child, 'close')
  let report: Report | undefined
  for await (const line of createInterface(child.stdout)) {
    const message = JSON.parse(line) as Report & { readonly event: 'subscribed' | 'read' }
    if (message.event === 'subscribed') await server.mine(HEADS)
    else report = message
  }
  const [code] = await ended
  if (report === undefined) throw new Error(`${program} exited with ${code} without a report`)
  return report
}

function sum(chains: readonly Chain[], reports: readonly Report[]): ChainsRead {
  const blocks = chains.flatMap((chain) =>
    Array.from({ length: chain.head.header.number + 1 }, (_, number) =>
      chain.blockByNumber(number),
    ),
  )
  const total = (countOf: (report: Report) => number) =>
    reports.reduce((count, report) => count + countOf(report), 0)
  const inBlocks = (list: 'transactions' | 'uncles') =>
    blocks.reduce((count, block) => count + (block?.[list].length ?? 0), 0)
  const failures = new Map<string, number>()
  for (const [what, count] of reports.flatMap((report) => Object.entries(report.failures))) {
    failures.set(what, (failures.get(what) ?? 0) + count)
  }
  return {
    blocks: { read: total((report) => report.blocks), of: blocks.length },
    transactions: { read: total((report) => report.transactions), of: inBlocks('transactions') },
    uncles: { read: total((report) => report.uncles), of: inBlocks('uncles') },
    logs: { read: total(({ logs }) => Number(logs)), of: chains.length },
    pending: { read: total(({ pending }) => Number(pending)), of: chains.length },
    heads: { read: total(({ heads }) => heads), of: chains.length * HEADS },
    failures,
  }
}
