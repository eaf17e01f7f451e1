import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { playScenario } from '../../src/playScenario.ts'
import type { ScenarioRun } from '../../src/scenario/play.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { repeated } from '../support/sized.ts'

/** How many interleavings are tried. */
const RUNS = repeated(5, 100)

const scenario: Scenario = {
  seed: 'interleavings',
  spec: { preset: 'latest', blocks: 8, transactionsPerBlock: [1, 3] },
  endpoints: [
    {
      key: 'a',
      faults: [
        { methods: 'eth_getBlockByNumber', rate: [1, 3], fault: { kind: 'null' } },
        { methods: 'eth_blockNumber', calls: { every: 3 }, fault: { kind: 'rateLimit' } },
        { blocks: 4, fault: { kind: 'corrupt', what: 'logsBloom' } },
        { rate: [1, 2], times: 3, fault: { kind: 'error', code: -32000, message: 'busy' } },
      ],
    },
    {
      key: 'b',
      lag: { behind: 'a', blocks: 1 },
      faults: [{ rate: [1, 2], fault: { kind: 'cutOff' } }],
    },
  ],
  steps: [
    { waitFor: { method: 'eth_getBlockByNumber', calls: 2 } },
    { mine: 2 },
    { waitFor: { block: 2 }, endpoint: 'b' },
    { reorg: { depth: 3, length: 2 } },
    { waitFor: { method: 'eth_getBlockReceipts', calls: 3 } },
    { snapshot: 'here' },
    { increaseTime: 500 },
    { mine: 1 },
    { waitFor: { calls: 2 }, endpoint: 'b' },
    { revert: 'here' },
    { mine: 3 },
  ],
}

interface Call {
  readonly key: string
  readonly method: string
  readonly params: unknown[]
}

/** The requests of a client to one endpoint for one method, in order. */
const series: readonly Call[][] = ['a', 'b'].flatMap((key) =>
  ['eth_getBlockByNumber', 'eth_getBlockReceipts', 'eth_blockNumber'].map((method) =>
    [1, 2, 3, 4, 5, 6, 2, 4].map((number) => ({
      key,
      method,
      params:
        method === 'eth_blockNumber'
          ? []
          : [`0x${number}`, ...(method === 'eth_getBlockByNumber' ? [false] : [])],
    })),
  ),
)

async function send(playing: ScenarioRun, { key, method, params }: Call): Promise<void> {
  await playing.endpoints
    .get(key)
    ?.request({ method, params })
    .catch(() => {})
}

/** Everything that must not depend on how the series interleave. */
async function outcome(playing: ScenarioRun): Promise<unknown> {
  // A client may finish before a wait for its calls starts.
  await playing.finish()
  const faults = ['a', 'b'].map((key) =>
    playing
      .faultLog(key)
      .map(({ method, call, kind, rule, detail }) => `${method} ${call} ${kind} ${rule} ${detail}`)
      .sort(),
  )
  await playing.close()
  return { heads: playing.truth().map(({ hash }) => hash), faults }
}

describe('a scenario', () => {
  it('gives the same chain and the same faults for each call, however requests interleave', async () => {
    const inTurn = await playScenario(scenario, { port: 0 })
    for (const calls of series) for (const call of calls) await send(inTurn, call)
    const expected = await outcome(inTurn)
    for (const kind of [/null/, /rateLimit/, /corrupt/, /error/, /cutOff/]) {
      expect(JSON.stringify(expected)).toMatch(kind)
    }

    const interleavings = fc.scheduler()
    const run = async (scheduler: fc.Scheduler) => {
      const playing = await playScenario(scenario, { port: 0 })
      const clients = series.map(async (calls) => {
        for (const call of calls) {
          await scheduler.schedule(Promise.resolve())
          await send(playing, call)
        }
      })
      await scheduler.waitFor(Promise.all(clients))
      expect(await outcome(playing)).toEqual(expected)
    }
    await fc.assert(fc.asyncProperty(interleavings, run), { numRuns: RUNS })
  })
})
