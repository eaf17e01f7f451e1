import { afterAll, describe, expect, it } from 'vitest'
import { MinerBalances } from '../../../examples/balances/minerBalances.ts'
import { NaiveBalances } from '../../../examples/balances/naive.ts'
import type { Clock } from '../../../examples/indexer/clock.ts'
import { playScenario } from '../../../src/playScenario.ts'
import type { ScenarioRun } from '../../../src/scenario/play.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'
import { patientClock } from '../../support/patientClock.ts'

/** After this many polls an unfinished client is stuck. */
const POLLS_MAX = 12

const left: (() => unknown)[] = []
afterAll(async () => {
  for (const leave of left) await leave()
})

interface Recorder {
  readonly recorded: ReadonlyMap<number, bigint>
  poll(): Promise<void>
}

/** Runs a client against a scenario until the end, with time to see the last block. */
async function follow(
  source: string | Scenario,
  create: (url: string, clock: Clock) => Recorder,
): Promise<{ scenario: ScenarioRun; recorded: Recorder['recorded']; naps: number[] }> {
  const scenario = await playScenario(source, { port: 0 })
  left.push(() => scenario.close())
  const naps: number[] = []
  const clock = { ...patientClock, sleep: async (milliseconds: number) => naps.push(milliseconds) }
  const client = create(scenario.server.url, clock)
  for (let poll = 0, isLast = false; poll < POLLS_MAX && !isLast; poll++) {
    isLast = scenario.isFinished
    await client.poll()
  }
  await scenario.finished
  return { scenario, recorded: client.recorded, naps }
}

const carefully = (url: string, clock: Clock) => new MinerBalances(url, clock)
const naively = (url: string) => new NaiveBalances(url)

/** The balances that should have been recorded for these blocks, from the chain itself and not from JSON-RPC. */
async function truth(
  scenario: ScenarioRun,
  numbers: readonly number[],
): Promise<Map<number, bigint>> {
  const balances = new Map<number, bigint>()
  const blocks = scenario.truth().filter(({ header }) => numbers.includes(header.number))
  for (const { hash, header } of blocks) {
    const { balance } = await scenario.chain.account(header.miner, { at: hash })
    balances.set(header.number, balance)
  }
  return balances
}

const STALE_BALANCES = 'scenarios/stale-balances.yaml'

describe('a client that reads state by block hash', () => {
  it('records the balance of each head, and waits for a replica that lags', async () => {
    const { scenario, recorded, naps } = await follow(STALE_BALANCES, carefully)
    expect([...recorded.keys()]).toEqual([8, 9, 11])
    expect(recorded).toEqual(await truth(scenario, [8, 9, 11]))
    expect(scenario.faultLog().map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'staleState head 8: an error',
      'staleState head 8: an error',
      'staleState head 9: an error',
      'staleState head 9: an error',
    ])
    expect(naps).toHaveLength(4)
  })
})

describe('a client that reads state at latest', () => {
  it('records balances of older blocks', async () => {
    const { scenario, recorded } = await follow(STALE_BALANCES, naively)
    const right = await truth(scenario, [8, 9, 11])
    const wrong = [...recorded].filter(([number, balance]) => right.get(number) !== balance)
    expect([...recorded.keys()]).toEqual([8, 9, 11])
    expect(wrong.map(([number]) => number)).toEqual([9, 11])
    // The miner of a block earns its reward in that block.
    for (const [number, balance] of wrong) expect(balance).toBeLessThan(right.get(number) ?? 0n)
  })

  it('would be correct if nothing went wrong', async () => {
    const steps = [{ waitFor: { method: 'eth_getBalance', block: 'head' } }, { mine: 2 }] as const
    const spec = { preset: 'pow', blocks: 8 } as const
    const { scenario, recorded } = await follow({ spec, steps }, naively)
    expect(recorded).toEqual(await truth(scenario, [8, 10]))
  })
})
