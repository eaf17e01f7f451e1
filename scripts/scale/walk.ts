import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Command } from 'commander'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import { build } from '../bench/build.ts'
import { Child } from '../bench/child.ts'
import { exchange } from '../bench/wire/exchange.ts'
import { httpRequest, parseHttpResponse } from '../bench/wire/http.ts'
import { atLeast } from './atLeast.ts'
import type { Memory } from './memory.ts'

/** What a child is to serve. */
export interface Walked {
  readonly spec: ChainSpec
  /** where the chain is kept */
  readonly folder: string
  /** how many bytes of answers the service may keep */
  readonly cacheBytes: number
}

/** The default of `limits.cacheBytes`, and little. */
const CACHE_MEBIBYTES = [64, 8]

/** A client that asks for so many things at once is as fast as the server. */
const CONNECTIONS = 4

/** How often resident memory is looked at. */
const SAMPLE_MILLISECONDS = 100

/** Compiled code and buffers of connections are not what is asked about: so many blocks are walked before. */
const WARM_UP = 500

/**
 * What objects and buffers may grow by beside the answers that are kept: blocks in hand, compiled code, connections.
 * In megabytes.
 */
const ALLOWANCE = 16

/** What the system gives is more by the garbage of the way, which depends on the heap; but it must not add up. */
const SECOND_MAX = 1.1

const options = new Command('walk')
  .description('Walks a long chain from end to end, twice, and tells what the server holds on to.')
  .option('--blocks <count>', 'how long the chain is', atLeast(WARM_UP), 50_000)
  .option('--transactions <count>', 'in every block', atLeast(1), 2)
  .showSuggestionAfterError(false)
  .parse()
  .opts<{ readonly blocks: number; readonly transactions: number }>()

/** One line of the result, in megabytes. */
interface Walk {
  readonly cache: number
  /** objects and buffers after a collection: before, and after each walk */
  readonly used: readonly number[]
  /** what the system had given the process: before, and after each walk, each time after a collection */
  readonly resident: readonly number[]
  /** the most that was seen on each walk */
  readonly residentMax: readonly number[]
  /** what was sent on each walk */
  readonly answered: number
  readonly isBounded: boolean
}

const [loadBefore] = loadavg()
build()
const folder = mkdtempSync(join(tmpdir(), 'ommer-walk-'))
const spec: ChainSpec = {
  seed: 'walk',
  blocks: options.blocks,
  transactionsPerBlock: [options.transactions, options.transactions],
}
try {
  console.error(`making ${options.blocks} blocks ...`)
  const start = performance.now()
  const generator = child()
  await generator.do('generate', { spec, folder })
  await generator.stop()
  console.error(`made in ${((performance.now() - start) / 1000).toFixed(0)} s`)
  const walks: Walk[] = []
  for (const mebibytes of CACHE_MEBIBYTES) walks.push(await walkBeside(mebibytes * 2 ** 20))
  console.log(
    JSON.stringify(
      {
        node: process.version,
        load: { before: loadBefore, after: loadavg()[0] },
        blocks: options.blocks,
        transactionsPerBlock: options.transactions,
        walks,
      },
      undefined,
      2,
    ),
  )
  process.exitCode = walks.every(({ isBounded }) => isBounded) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}

/** Every block with its transactions, and its receipts: twice, since what is bounded is no larger after the second. */
async function walkBeside(cacheBytes: number): Promise<Walk> {
  const server = child()
  const url = new URL(await server.do<string>('listen', { spec, folder, cacheBytes }))
  await walk(url, server, WARM_UP)
  const before = await server.do<Memory>('memory')
  const used = [before.used / 1e6]
  const resident = [before.resident / 1e6]
  const residentMax: number[] = []
  let answered = 0
  for (const round of [1, 2]) {
    const seen = await walk(url, server, options.blocks)
    const after = await server.do<Memory>('memory')
    used.push(after.used / 1e6)
    resident.push(after.resident / 1e6)
    residentMax.push(seen.residentMax / 1e6)
    answered = seen.bytes / 1e6
    console.error(
      `${cacheBytes / 2 ** 20} MiB, walk ${round}: ${resident.at(-1)?.toFixed(0)} MB resident`,
    )
  }
  await server.stop()
  const bound = (used[0] as number) + cacheBytes / 1e6 + ALLOWANCE
  const [first, second] = residentMax as [number, number]
  return {
    cache: cacheBytes / 1e6,
    used: used.map(rounded),
    resident: resident.map(rounded),
    residentMax: residentMax.map(rounded),
    answered: rounded(answered),
    isBounded: used.every((each) => each <= bound) && second <= SECOND_MAX * first,
  }
}

async function walk(
  url: URL,
  server: Child,
  blocks: number,
): Promise<{ bytes: number; residentMax: number }> {
  let next = 1
  let bytes = 0
  const askFor = async (socket: Socket, method: string, params: unknown[]): Promise<void> => {
    const { length } = await ask(socket, url, method, params)
    bytes += length
  }
  const walkOn = async (): Promise<void> => {
    const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true })
    while (next <= blocks) {
      const number = `0x${(next++).toString(16)}`
      await askFor(socket, 'eth_getBlockByNumber', [number, true])
      await askFor(socket, 'eth_getBlockReceipts', [number])
    }
    socket.destroy()
  }
  let isOver = false
  const walkers = Promise.all(Array.from({ length: CONNECTIONS }, walkOn)).finally(() => {
    isOver = true
  })
  let residentMax = 0
  while (!isOver) {
    residentMax = Math.max(residentMax, await server.do<number>('resident'))
    await setTimeout(SAMPLE_MILLISECONDS)
  }
  await walkers
  return { bytes, residentMax }
}

/** @throws where the answer is an error, or there is no such block */
async function ask(
  socket: Socket,
  url: URL,
  method: string,
  params: readonly unknown[],
): Promise<Buffer> {
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const request = httpRequest(Number(url.port), url.pathname, message)
  const { parsed } = await exchange(socket, request, parseHttpResponse)
  const start = parsed.body.toString('latin1', 0, 40)
  if (!start.includes('"result":') || start.includes('"result":null')) {
    throw new Error(`${message} is answered with ${start}`)
  }
  return parsed.body
}

function child(): Child {
  return new Child(new URL('children/walked.ts', import.meta.url), { nodeOptions: ['--expose-gc'] })
}

function rounded(megabytes: number): number {
  return Number(megabytes.toPrecision(4))
}
