import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Command } from 'commander'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import { Child } from '../bench/child.ts'
import { exchange } from '../bench/wire/exchange.ts'
import { httpRequest, parseHttpResponse } from '../bench/wire/http.ts'
import { buildPackage } from '../build/buildPackage.ts'
import { atLeast } from './atLeast.ts'
import type { Memory } from './memory.ts'

/** What a child process serves. */
export interface Walked {
  readonly spec: ChainSpec
  /** of the stored chain */
  readonly folder: string
  /** how many bytes of responses the service may cache */
  readonly cacheBytes: number
}

/** The default of `limits.cacheBytes`, and a small value. */
const CACHE_MEBIBYTES = [64, 8]

/** With this many requests in flight, the client is as fast as the server. */
const CONNECTIONS = 4

/** How often to measure resident memory. */
const SAMPLE_MILLISECONDS = 100

/** How many blocks to walk first, so that compiled code and connection buffers do not count. */
const WARM_UP = 500

/**
 * How much objects and buffers may grow in addition to the cached responses: blocks in use, compiled code, connections.
 * In megabytes.
 */
const ALLOWANCE = 16

/** Resident memory includes garbage, which depends on the heap size; but it must not add up. */
const SECOND_MAX = 1.1

const options = new Command('walk')
  .description('Walks a long chain from end to end, twice, and reports the memory of the server.')
  .option('--blocks <count>', 'length of the chain', atLeast(WARM_UP), 50_000)
  .option('--transactions <count>', 'transactions in each block', atLeast(1), 2)
  .showSuggestionAfterError(false)
  .parse()
  .opts<{ readonly blocks: number; readonly transactions: number }>()

/** One entry of the result, in megabytes. */
interface Walk {
  readonly cache: number
  /** objects and buffers after a garbage collection: before, and after each walk */
  readonly used: readonly number[]
  /** resident memory after a garbage collection: before, and after each walk */
  readonly resident: readonly number[]
  /** the peak during each walk */
  readonly residentMax: readonly number[]
  /** the bytes sent during each walk */
  readonly answered: number
  readonly isBounded: boolean
}

const [loadBefore] = loadavg()
await buildPackage()
const folder = mkdtempSync(join(tmpdir(), 'ommer-walk-'))
const spec: ChainSpec = {
  seed: 'walk',
  blocks: options.blocks,
  transactionsPerBlock: [options.transactions, options.transactions],
}
try {
  console.error(`generating ${options.blocks} blocks ...`)
  const start = performance.now()
  const generator = child()
  await generator.do('generate', { spec, folder })
  await generator.stop()
  console.error(`generated in ${((performance.now() - start) / 1000).toFixed(0)} s`)
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

/** Requests every block with its transactions, and its receipts, twice: bounded memory is no larger after the second walk. */
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
    const { length } = await request(socket, url, method, params)
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

/** @throws if the response is an error or null */
async function request(
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
    throw new Error(`the response to ${message} is ${start}`)
  }
  return parsed.body
}

function child(): Child {
  return new Child(new URL('children/walked.ts', import.meta.url), { nodeOptions: ['--expose-gc'] })
}

function rounded(megabytes: number): number {
  return Number(megabytes.toPrecision(4))
}
