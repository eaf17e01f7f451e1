import { setTimeout } from 'node:timers/promises'
import type { Hex } from '../../../src/primitives/hex.ts'
import { callMethod } from '../../../test/support/callMethod.ts'
import { Child } from '../../bench/child.ts'
import type { Memory } from '../../scale/memory.ts'
import type { Sample } from '../memoryTrend.ts'
import type { WritableUrls } from '../sender.ts'
import type { Beginning } from './suite.ts'
import type { NeighbourTally, SuitesTally } from './tally.ts'

const SPEC = { seed: 'suites', blocks: 16, preset: 'latest' } as const

/** Clients that run suites, and those among them that pause for longer than a minute. */
const CLIENTS = { fast: 6, slow: 4 } as const

const SAMPLE_SECONDS = 3

/** The warm-up lasts until memory has reached its bounds; at least a tenth of the time, and a minute. */
const WARM_PART = 0.1
const WARM_SECONDS_MIN = 60

export interface SuitesRun {
  readonly suites: SuitesTally
  readonly neighbour: NeighbourTally
  /** after the warm-up, once memory has reached its bounds again */
  readonly samples: readonly Sample[]
  /** with all endpoints closed, after garbage collections: after the warm-up, and at the end */
  readonly atRest: readonly Memory[]
  readonly seconds: number
}

/** Puts a development node in its own process under suites, and beside them a neighbour that takes what it can get. */
export async function runSuites(
  minutes: number,
  onSample: (sample: Sample, soFar: SuitesTally) => void,
): Promise<SuitesRun> {
  const child = (name: string, nodeOptions: string[] = []): Child =>
    new Child(new URL(`../children/${name}.ts`, import.meta.url), { nodeOptions })
  const server = child('server', ['--expose-gc'])
  const suites = child('suites')
  const neighbour = child('neighbour')
  const urls = await server.do<WritableUrls>('listenForSuites', SPEC)
  const beginning = await readBeginning(urls)
  const begin = async (): Promise<void> => {
    await suites.do('begin', { urls, beginning, ...CLIENTS })
    await neighbour.do('begin', urls)
  }
  /** Everything ends, and all endpoints are closed. */
  const measureAtRest = async (): Promise<Memory> => {
    await Promise.all([suites.do('pause'), neighbour.do('pause')])
    return server.do<Memory>('settledMemory')
  }
  const start = performance.now()
  const elapsed = (): number => (performance.now() - start) / 1000
  const sample = async (): Promise<Sample> => {
    await setTimeout(SAMPLE_SECONDS * 1000)
    const taken = { seconds: elapsed(), megabytes: (await server.do<number>('resident')) / 1e6 }
    onSample(taken, await suites.do('tally'))
    return taken
  }
  /** Loads the server until its memory has reached its bounds, or the time is over. */
  const fill = async (secondsMax: number): Promise<void> => {
    await begin()
    const before = await droppedEndpoints(urls)
    while (elapsed() < secondsMax && (await droppedEndpoints(urls)) === before) await sample()
  }
  const seconds = minutes * 60
  await fill(seconds / 3)
  while (elapsed() < Math.max(WARM_SECONDS_MIN, WARM_PART * seconds)) await sample()
  const atRest = [await measureAtRest()]
  await fill((seconds * 2) / 3)
  const samples: Sample[] = []
  const full = elapsed()
  while (elapsed() < seconds) {
    const { seconds: at, megabytes } = await sample()
    samples.push({ seconds: at - full, megabytes })
  }
  atRest.push(await measureAtRest())
  const run = {
    suites: await suites.do<SuitesTally>('tally'),
    neighbour: await neighbour.do<NeighbourTally>('tally'),
  }
  await Promise.all([server, suites, neighbour].map((one) => one.stop()))
  return { ...run, samples, atRest, seconds: elapsed() }
}

/** How many endpoints the server has dropped. It drops none before memory has reached its bounds. */
async function droppedEndpoints({ rpc }: WritableUrls): Promise<number> {
  const response = await fetch(new URL('/metrics', rpc))
  return Number(/^ommer_endpoints_dropped_total (\d+)$/m.exec(await response.text())?.[1])
}

/** What each endpoint is at first, as one says that nobody has used. */
async function readBeginning({ rpc }: WritableUrls): Promise<Beginning> {
  const ask = <Result>(method: string, ...params: unknown[]): Promise<Result> =>
    callMethod<Result>(`${rpc}/unused`, method, ...params)
  const head = await ask<{ number: Hex; hash: Hex }>('eth_getBlockByNumber', 'latest', false)
  const accounts = []
  for (const address of await ask<Hex[]>('eth_accounts')) {
    const wei = BigInt(await ask<Hex>('eth_getBalance', address, 'latest'))
    const nonce = Number(await ask<Hex>('eth_getTransactionCount', address, 'latest'))
    accounts.push({ address, wei, nonce })
  }
  return { height: Number(head.number), hash: head.hash, accounts }
}
