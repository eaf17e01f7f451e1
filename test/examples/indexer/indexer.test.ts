import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Clock } from '../../../examples/indexer/clock.ts'
import { FinalityViolationError, Indexer } from '../../../examples/indexer/indexer.ts'
import { NaiveIndexer } from '../../../examples/indexer/naive.ts'
import { Store } from '../../../examples/indexer/store.ts'
import type { FaultRule } from '../../../src/faults/faultRule.ts'
import { playScenario } from '../../../src/playScenario.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import type { ScenarioRun } from '../../../src/scenario/play.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'
import type { Step } from '../../../src/scenario/step.ts'
import { patientClock } from '../../support/patientClock.ts'
import { rowsOf, storedRows, wrongBlocks, wronglyFinal } from '../../support/storedTruth.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'
import { until } from '../../support/until.ts'

/** After this many polls an unfinished indexer is stuck. */
const POLLS_MAX = 12

/** The scenarios without steps that wait for what only a wallet or a filter does. */
const names = readdirSync('scenarios')
  .filter((file) => file.endsWith('.yaml') && !/-(?:payment|filter)\.yaml$/.test(file))
  .map((file) => file.replace('.yaml', ''))

const left: (() => unknown)[] = []
afterAll(async () => {
  for (const leave of left) await leave()
})

const folder = temporaryFolder()

const spec = { preset: 'pow', blocks: 8, transactionsPerBlock: [1, 2] } as const

const fileOf = (name: string) => `scenarios/${name}.yaml`

interface Played {
  readonly scenario: ScenarioRun
  readonly store: Store
  /** how the indexer ended, unless it followed the chain to its head */
  readonly end: unknown
  /** how long it slept each time, in milliseconds */
  readonly naps: readonly number[]
}

type Poller = { poll(): Promise<void> }

/** Runs an indexer against a scenario until the end, with time to see the last block. */
async function follow(
  source: string | Scenario,
  create: (urls: readonly string[], store: Store, clock: Clock, scenario: ScenarioRun) => Poller,
): Promise<Played> {
  const scenario = await playScenario(source, { port: 0 })
  const store = new Store()
  left.push(
    () => scenario.close(),
    () => store.close(),
  )
  const naps: number[] = []
  const clock = { ...patientClock, sleep: async (milliseconds: number) => naps.push(milliseconds) }
  // Where there is a provider, its nodes have no address of their own.
  const provider = scenario.endpoints.get('provider')
  const servers = provider === undefined ? [...scenario.endpoints.values()] : [provider]
  const urls = servers.map(({ url }) => url)
  const indexer = create(urls, store, clock, scenario)
  let end: unknown = 'stuck'
  try {
    for (let poll = 0; poll < POLLS_MAX; poll++) {
      const isLast = scenario.isFinished
      await indexer.poll()
      if (isLast && store.head?.number === scenario.truth().length - 1) {
        end = 'at the head'
        break
      }
    }
  } catch (error) {
    end = error
  }
  return { scenario, store, end, naps }
}

/** Each is played once and used by several tests. */
const played = new Map<string, Promise<Played>>()

function playedOnce(name: string, play: () => Promise<Played>): Promise<Played> {
  const already = played.get(name)
  if (already !== undefined) return already
  const playing = play()
  played.set(name, playing)
  return playing
}

const followWell = (name: string) =>
  playedOnce(`well: ${name}`, () =>
    follow(fileOf(name), (urls, store, clock) => new Indexer(urls, store, clock)),
  )
const followNaively = (name: string) =>
  playedOnce(`naively: ${name}`, () =>
    follow(fileOf(name), (urls, store) => new NaiveIndexer(urls, store)),
  )

/** The numbers of blocks that the indexer stored wrongly. */
function damage({ scenario, store }: Played): { wrong: number[]; final: number[] } {
  const truth = scenario.truth()
  return {
    wrong: wrongBlocks(storedRows(store), rowsOf(truth)),
    final: wronglyFinal(store, truth),
  }
}

describe('the indexer', () => {
  it.each(names)('ends with exactly the canonical chain: %s', async (name) => {
    const { scenario, store, end } = await followWell(name)
    expect(end).toBe('at the head')
    expect(storedRows(store)).toEqual(rowsOf(scenario.truth()))
    expect(wronglyFinal(store, scenario.truth())).toEqual([])
  })

  it('reads uncles', async () => {
    const { store } = await followWell('three-block-reorg')
    expect(storedRows(store).uncles.length).toBeGreaterThan(0)
  })

  it('waits as long as a provider demands', async () => {
    const { naps } = await followWell('rate-limit')
    expect(new Set(naps)).toEqual(new Set([2000, 5000]))
  })

  it('waits for receipts', async () => {
    const { scenario, naps } = await followWell('late-receipts')
    expect(scenario.faultLog().filter(({ kind }) => kind === 'null').length).toBe(4)
    expect(naps.length).toBe(4)
  })

  it('detects the corrupted bloom of the block and of a receipt', async () => {
    const { scenario } = await followWell('corrupted-bloom')
    expect(scenario.faultLog().map(({ method }) => method)).toEqual([
      'eth_getBlockReceipts',
      'eth_getBlockByHash',
    ])
  })

  it('takes nothing as final while finality stalls, and catches up afterwards', async () => {
    const { scenario, store } = await followWell('finality-stalls')
    expect(store.finalNumber).toBe(scenario.server.head.number - 4)
  })
})

describe('the indexer, beyond the scenarios', () => {
  const follower = (urls: readonly string[], store: Store, clock: Clock) =>
    new Indexer(urls, store, clock)

  it('asks another replica when one returns only corrupted blocks', async () => {
    const faults: FaultRule[] = [
      { methods: 'eth_getBlockByHash', fault: { kind: 'corrupt', what: 'receiptsRoot' } },
    ]
    const { scenario, store, end, naps } = await follow(
      { spec, endpoints: [{ key: 'bad', faults }, { key: 'good' }], steps: [] },
      follower,
    )
    expect(end).toBe('at the head')
    expect(storedRows(store)).toEqual(rowsOf(scenario.truth()))
    expect(naps).toEqual([])
    expect(scenario.faultLog('bad').length).toBe(scenario.truth().length)
  })

  it('stores nothing when every replica returns corrupted blocks', async () => {
    const setFaults: FaultRule[] = [{ fault: { kind: 'corrupt', what: 'parentHash' } }]
    const { store, end } = await follow(
      {
        spec,
        steps: [{ waitFor: { method: 'eth_getBlockReceipts' } }, { setFaults }, { mine: 1 }],
      },
      follower,
    )
    expect(end).toBe('stuck')
    expect(store.head).toBeUndefined()
  })

  it('does not go back for a stale head', async () => {
    const setFaults: FaultRule[] = [{ fault: { kind: 'staleHead', blocks: 3 } }]
    const { scenario, end } = await follow(
      { spec, steps: [{ waitFor: { method: 'eth_getBlockReceipts', block: 0 } }, { setFaults }] },
      follower,
    )
    expect(end).toBe('at the head')
    expect(scenario.faultLog().map(({ detail }) => detail)).toContain('head 5')
  })

  it('stops when a reorg goes past a final block', async () => {
    const { store, end } = await follow(
      {
        spec: { ...spec, finality: { safe: 1, finalized: 2 } },
        steps: [
          // By then the sixth block is final.
          { waitFor: { block: 6, method: 'eth_getBlockByNumber' } },
          { waitFor: { block: 'head' } },
          { reorg: { depth: 4, force: true } },
        ],
      },
      follower,
    )
    expect(end).toBeInstanceOf(FinalityViolationError)
    expect([store.head?.number, store.finalNumber]).toEqual([8, 6])
  })

  it('catches up with a distant head in batches', async () => {
    const { scenario, store, end } = await follow(
      { spec: { preset: 'latest', blocks: 70, transactionsPerBlock: [0, 0] }, steps: [] },
      follower,
    )
    expect(end).toBe('at the head')
    expect(storedRows(store)).toEqual(rowsOf(scenario.truth()))
  })

  it('resumes from its file', async () => {
    const file = join(folder, 'index.sqlite')
    const scenario = await playScenario(
      { spec, steps: [{ waitFor: {} }, { reorg: { depth: 2 } }] },
      { port: 0 },
    )
    left.push(() => scenario.close())
    const heads: unknown[] = []
    for (let run = 0; run < 2; run++) {
      const store = new Store(file)
      heads.push(store.head?.number)
      await new Indexer([scenario.server.url], store, patientClock).poll()
      if (run === 1) expect(storedRows(store)).toEqual(rowsOf(scenario.truth()))
      store.close()
    }
    expect(heads).toEqual([undefined, 8])
  })

  it('refuses input of the wrong format', async () => {
    const corrupt = (methods: string, ...fields: string[]) =>
      fields.map((field): FaultRule => {
        const fault = { kind: 'corrupt', field, value: null } as const
        return { methods, blocks: { from: 1 }, times: 1, fault }
      })
    const faults = [
      ...corrupt('eth_getBlockByHash', 'uncles', 'transactions', 'number', 'hash'),
      ...corrupt('eth_getBlockReceipts', '[0]', '[0].logs', '[0].gasUsed', '[0].type'),
    ]
    const { scenario, store, end } = await follow(
      { spec, endpoints: [{ key: 'dev', faults }], steps: [] },
      follower,
    )
    expect(end).toBe('at the head')
    expect(scenario.faultLog().length).toBe(faults.length)
    expect(storedRows(store)).toEqual(rowsOf(scenario.truth()))
  })

  it('times out when a response never arrives, and retries', async () => {
    const methods = 'eth_getBlockReceipts'
    const faults: FaultRule[] = [{ methods, times: 1, fault: { kind: 'timeOut' } }]
    const { scenario, store, end, naps } = await follow(
      { spec, endpoints: [{ key: 'dev', faults }], steps: [] },
      (urls, store, clock, { faultLog }) => {
        const waiting = new Set<AbortController>()
        // Time runs out for all waits once one of the responses is certain never to arrive.
        void until(() => faultLog().length > 0).then(() => {
          for (const each of waiting) each.abort()
        })
        const deadline = () => {
          const end = new AbortController()
          if (faultLog().length === 0) waiting.add(end)
          return end.signal
        }
        return new Indexer(urls, store, { ...clock, deadline })
      },
    )
    expect(end).toBe('at the head')
    expect([scenario.faultLog().length, naps.length > 0]).toEqual([1, true])
    expect(storedRows(store)).toEqual(rowsOf(scenario.truth()))
  })

  it('runs as a program and reports its head', async () => {
    const scenario = await playScenario({ spec, steps: [] }, { port: 0 })
    left.push(() => scenario.close())
    const main = fileURLToPath(new URL('../../../examples/indexer/main.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', main, scenario.server.url])
    const [line] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')])
    const { number, hash } = scenario.server.head
    expect(String(line)).toMatch(new RegExp(`^block ${number} ${hash}, \\d+ receipts\n$`))
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('the naive indexer', () => {
  it('keeps the blocks that a reorg removed', async () => {
    const played = await followNaively('three-block-reorg')
    expect(played.end).toBe('at the head')
    expect(damage(played).wrong).toEqual([10, 11, 12])
  })

  it('mixes blocks of two branches, and crashes when a replica lags', async () => {
    const played = await followNaively('two-replicas')
    expect(String(played.end)).toMatch(/^TypeError: .* null/)
    const { store, scenario } = played
    const [ours, theirs] = [store.hashOf(9), scenario.truth()[9]?.hash]
    expect(scenario.chain.tree.byHash(ours as Hex)).toBeDefined()
    expect(ours).not.toBe(theirs)
    // The receipts of the other replica belong to transactions that this block does not have.
    const [receipt] = storedRows(store).receipts.filter(({ block }) => block === 9)
    expect(receipt?.transaction_hash).toBe(scenario.truth()[9]?.transactions[0]?.hash)
  })

  it('misses receipts of a block that is served before them, and never asks again', async () => {
    const played = await followNaively('late-receipts')
    expect(played.end).toBe('stuck')
    expect(damage(played)).toEqual({ wrong: [9], final: [] })
    const [{ transactions = [] } = {}] = [played.scenario.truth()[9]]
    expect(transactions.length).toBeGreaterThan(0)
    expect(storedRows(played.store).receipts.some(({ block }) => block === 9)).toBe(false)
  })

  it('takes a rate limit for a result, and crashes', async () => {
    const { end, store, scenario } = await followNaively('rate-limit')
    expect(end).toBeInstanceOf(TypeError)
    expect(store.head?.number ?? -1).toBeLessThan(scenario.server.head.number)
  })

  it('takes removed blocks as final by their distance, while finality stalls', async () => {
    const played = await followNaively('finality-stalls')
    expect(damage(played)).toEqual({ wrong: [15, 16, 17, 18, 19, 20], final: [15, 16, 17, 18] })
  })

  it('keeps the corrupted bloom', async () => {
    const played = await followNaively('corrupted-bloom')
    expect(played.end).toBe('at the head')
    expect(damage(played)).toEqual({ wrong: [6], final: [] })
  })

  it('would be correct if nothing went wrong', async () => {
    const steps: Step[] = [
      { waitFor: { method: 'eth_getBlockReceipts', block: 'head' } },
      { mine: 2 },
    ]
    const played = await follow({ spec, steps }, (urls, store) => new NaiveIndexer(urls, store))
    expect(played.end).toBe('at the head')
    expect(damage(played)).toEqual({ wrong: [], final: [] })
  })
})
