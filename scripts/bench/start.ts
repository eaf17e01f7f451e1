import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { builtUrl, cliPath } from '../build/built.ts'
import { rehearseHttp } from './dialogue.ts'
import { compare, measurePairs, type Pair } from './pairs.ts'
import { type Row, row } from './report.ts'
import { busyBlocks } from './specs.ts'
import { cpuSecondsOfProcess } from './systemCpu.ts'

const message = '{"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",true]}'

const BASELINE = 'bare node:http and ws'

const bareServer = fileURLToPath(new URL('children/bareStart.mjs', import.meta.url))

type BusySpec = Omit<ReturnType<typeof busyBlocks>, 'blocks'> & { readonly blocks: number }

/** From spawning a server to its first response. */
interface Start {
  readonly milliseconds: number
  /** of the server's processor time */
  readonly cpuMilliseconds: number
}

const setUpScript = fileURLToPath(new URL('children/setUp.mjs', import.meta.url))

/**
 * Measures the start of the command line with its default chain, which the package brings along: when it loads this chain,
 * with nothing in the cache, and when it generates it, as it does the first time for any other. And the set-up of a test runner with a chain that is in
 * the cache, beside the command line with the same.
 *
 * @param blocks of the chain of the set-up
 */
export async function measureStart(pairs: number, blocks: number): Promise<Row[]> {
  const cache = mkdtempSync(join(tmpdir(), 'ommer-bench-'))
  const bare = () => start([bareServer])
  const generate = () => start([...serve, '--no-cache'])
  const load = () => start(serve, { XDG_CACHE_HOME: cache })
  const busy = { ...busyBlocks('latest'), blocks }
  const setUp = () =>
    start([setUpScript, new URL('jest.js', builtUrl()).href, JSON.stringify(busy)], {
      XDG_CACHE_HOME: cache,
    })
  const startBusy = () => start([...serve, ...optionsOf(busy)], { XDG_CACHE_HOME: cache })
  try {
    await measurePairs(1, generate, bare) // loads the files into the system's cache
    const loaded = await measurePairs(pairs, load, bare)
    const generated = await measurePairs(pairs, generate, bare)
    await measurePairs(1, setUp, startBusy) // generates the chain
    const setUps = await measurePairs(pairs, setUp, startBusy)
    const setUpName = `ommerSetup of ${blocks} blocks of 20 transactions, second run`
    return [
      ...startRows('start, default chain', loaded, 1.4),
      ...startRows('start, chain generated', generated, 5),
      ...startRows(setUpName, setUps, 1.2, 'ommer serve, from the cache'),
    ]
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

/** @param cli the built command line */
function serving(cli: string): string[] {
  return [cli, 'serve', '--port', '0', '--json']
}

const serve = serving(cliPath)

/**
 * Compares the start with a chain that is generated with that of another build.
 *
 * @param otherCli its command line
 */
export async function measureStartAgainst(otherCli: string, pairs: number): Promise<Row[]> {
  const ours = () => start([...serve, '--no-cache'])
  const theirs = () => start([...serving(otherCli), '--no-cache'])
  await measurePairs(1, ours, theirs) // loads the files into the system's cache
  const starts = await measurePairs(pairs, ours, theirs)
  return startRows('start, chain generated', starts, 1, 'the other build')
}

/** The options of the command line for a chain. */
function optionsOf({ seed, preset, blocks, transactionsPerBlock, gasLimit }: BusySpec): string[] {
  const options = { seed, preset, blocks, 'gas-limit': gasLimit }
  return [
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    '--transactions-per-block',
    transactionsPerBlock.join('-'),
  ]
}

function startRows(
  name: string,
  starts: readonly Pair<Start>[],
  target: number,
  baseline = BASELINE,
): Row[] {
  const milliseconds = compare(starts, (each) => each.milliseconds)
  const cpu = compare(starts, (each) => each.cpuMilliseconds)
  return [
    row(name, 'ms', baseline, milliseconds, target),
    row(`${name}, processor time`, 'ms', baseline, cpu, target),
  ]
}

/** Starts a server that prints its address as one line of JSON. */
async function start(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Start> {
  const begun = performance.now()
  const server = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ended = once(server, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`the server exited with code ${code} before it was ready`)
  })
  try {
    const [line] = await Promise.race([once(createInterface(server.stdout), 'line'), failed])
    await rehearseHttp(JSON.parse(line).http, message)
    const milliseconds = performance.now() - begun
    return { milliseconds, cpuMilliseconds: cpuSecondsOfProcess(server.pid as number) * 1000 }
  } finally {
    server.kill()
    await ended
  }
}
