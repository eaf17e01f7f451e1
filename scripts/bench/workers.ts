import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerOf } from '../../src/group/supervisor/workerOf.ts'
import { cliPath } from '../build/built.ts'
import type { Dialogue } from './dialogue.ts'
import { measureRequest, requestRows, type Slices } from './measureRequest.ts'
import { compare, measurePairs } from './pairs.ts'
import { type Row, row } from './report.ts'
import { type BenchRequest, benchRequests, messagesFor, requireTransactions } from './requests.ts'
import { blocksOf } from './specs.ts'
import { systemCpuSecondsOf } from './systemCpu.ts'
import { type Transport, transports } from './transports.ts'
import { rehearseVaried } from './variedDialogue.ts'

const WORKERS = 2
/** Of the rate of two servers. */
const TARGET = 0.9

/** Of the processor time of one server: each worker builds the block. */
const GROWTH_TARGET = 2.2
/** Transactions in each block of a growing chain. */
const GROWN = 20
/** How often it has a new block. */
const BLOCK_SECONDS = 0.1
/** Blocks take less time than requests, so their slices are so many times as long. */
const GROWTH_SLICES = 6
/** One endpoint of each worker. */
const KEYS = Array.from({ length: WORKERS }, (_, worker) => keyOf(worker))

function keyOf(worker: number): string {
  for (let count = 0; ; count++) {
    if (workerOf(`key-${count}`, WORKERS) === worker) return `key-${count}`
  }
}

/** The command line in a process group of its own. */
class Cli {
  readonly #child: ChildProcess
  /** `HOST:PORT` */
  readonly address: string

  private constructor(child: ChildProcess, address: string) {
    this.#child = child
    this.address = address
  }

  static async start(args: readonly string[]): Promise<Cli> {
    // A ping would be taken for a part of a response.
    const fixed = ['--port', '0', '--json', '--any-key', '--limit', 'heartbeatSeconds=3600']
    const all = [cliPath, ...fixed, ...args]
    const child = spawn(process.execPath, all, {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: process.platform !== 'win32',
    })
    if (child.stdout === null) throw new Error('it has no standard output')
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const { http } = JSON.parse(line) as { readonly http: string }
    return new Cli(child, new URL(http).host)
  }

  cpuSeconds(): number | undefined {
    return systemCpuSecondsOf({ processGroup: this.#child.pid })
  }

  /** The number of the newest block. */
  async height(): Promise<number> {
    const { result } = (await (
      await fetch(`http://${this.address}/v3/${KEYS[0]}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}',
      })
    ).json()) as { readonly result: string }
    return Number(result)
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    await once(this.#child, 'exit')
  }
}

/**
 * Measures requests per second with two workers, asked for an endpoint of each, beside two servers that know nothing of each
 * other; and what a chain costs that grows for all endpoints, beside one server.
 */
export async function measureWorkers(slices: Slices): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ommer-bench-'))
  const spec = join(folder, 'spec.json')
  const rows: Row[] = []
  try {
    for (const transactions of [20, 200] as const) {
      writeFileSync(spec, JSON.stringify(blocksOf(transactions)))
      rows.push(...(await measureBlocksOf(transactions, ['--spec', spec], slices)))
    }
    writeFileSync(spec, JSON.stringify(blocksOf(GROWN)))
    rows.push(await measureGrowth(['--spec', spec], slices))
  } finally {
    rmSync(folder, { recursive: true })
  }
  return rows
}

async function measureBlocksOf(
  transactions: 20 | 200,
  args: readonly string[],
  slices: Slices,
): Promise<Row[]> {
  const group = await Cli.start([...args, '--workers', String(WORKERS)])
  const single = [await Cli.start(args), await Cli.start(args)]
  try {
    return await measureBoth(transactions, group, single, slices)
  } finally {
    for (const each of [group, ...single]) await each.stop()
  }
}

/** Measures the processor time of a new block, which each worker builds. */
async function measureGrowth(
  args: readonly string[],
  { pairs, sliceSeconds }: Slices,
): Promise<Row> {
  const growing = [...args, '--block-time', String(BLOCK_SECONDS)]
  const group = await Cli.start([...growing, '--workers', String(WORKERS)])
  const single = await Cli.start(growing)
  const ours = () => costOfBlock(group, sliceSeconds * GROWTH_SLICES)
  const theirs = () => costOfBlock(single, sliceSeconds * GROWTH_SLICES)
  try {
    await measurePairs(1, ours, theirs) // warms up the compilers
    const cost = compare(await measurePairs(pairs, ours, theirs), (each) => each)
    const name = `a new block of ${GROWN} transactions, two workers, processor time`
    return row(name, 'µs/block', 'one server', cost, GROWTH_TARGET)
  } finally {
    for (const each of [group, single]) await each.stop()
  }
}

/** In microseconds, while nobody sends anything. */
async function costOfBlock(server: Cli, seconds: number): Promise<number> {
  const [before, used] = [await server.height(), server.cpuSeconds() ?? Number.NaN]
  await sleep(seconds * 1000)
  const [after, usedThen] = [await server.height(), server.cpuSeconds() ?? Number.NaN]
  return ((usedThen - used) / (after - before)) * 1e6
}

/** @param single a server for each endpoint */
async function measureBoth(
  transactions: 20 | 200,
  group: Cli,
  single: readonly Cli[],
  slices: Slices,
): Promise<Row[]> {
  const { blocks = 0 } = blocksOf(transactions)
  const rows: Row[] = []
  for (const transport of transports) {
    for (const request of benchRequests.filter((each) => each.transactions === transactions)) {
      const messages = messagesFor(request, blocks)
      const ours = await talkTo(() => group, transport, request, messages)
      const theirs = await talkTo((index) => single[index] as Cli, transport, request, messages)
      const measured = await measureRequest(
        { cpuSeconds: async () => group.cpuSeconds(), dialogues: ours },
        {
          cpuSeconds: async () => single.reduce((sum, each) => sum + (each.cpuSeconds() ?? 0), 0),
          dialogues: theirs,
        },
        slices,
      )
      const name = `${transport.name} ${request.name}, two workers`
      rows.push(...requestRows(name, 'two servers', measured, { target: TARGET }))
    }
  }
  return rows
}

/** A client for each key. */
async function talkTo(
  to: (index: number) => Cli,
  { url, rehearse }: Transport,
  request: BenchRequest,
  messages: readonly string[],
): Promise<Dialogue[]> {
  const prefix = url === 'url' ? 'http:' : 'ws:'
  const path = url === 'url' ? 'v3' : 'ws/v3'
  const dialogues: Dialogue[] = []
  for (const [index, key] of KEYS.entries()) {
    const address = `${prefix}//${to(index).address}/${path}/${key}`
    const { dialogue, bodies } = await rehearseVaried(address, messages, rehearse)
    for (const body of bodies) requireTransactions(body, request)
    dialogues.push(dialogue)
  }
  return dialogues
}
