import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { HuntedClient } from '../../src/hunt/client/client.ts'
import { eventNames } from '../../src/hunt/draw/eventKinds.ts'
import { hunt } from '../../src/hunt/hunt.ts'
import { replay } from '../../src/hunt/replay.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { exampleClient } from './support.ts'

// Those that hunt run side by side: each mostly waits for its client.

const patience = 2000

/** Other events are never drawn, so that the first scenarios show the fault. */
const reorgs = Object.fromEntries(eventNames.map((name) => [name, name === 'reorg' ? 1 : 0]))

test.concurrent('finds what makes the naive indexer wrong, and makes it small', async () => {
  const limits = { patience, repeats: 1, time: 600, weights: reorgs }
  const options = { ...exampleClient('naive'), ...limits, seed: 'naive' }
  const { finding, seed, runs } = await hunt(options)
  expect(seed).toBe('naive')
  expect(runs).toBeGreaterThan(1)
  const moves = finding?.scenario.steps.filter((step) => !('waitFor' in step))
  expect(moves).toHaveLength(1)
  expect(finding?.difference).toMatchObject({ is: 'rows', table: 'blocks' })
  expect(finding?.rate.wrong).toBe(finding?.rate.runs)
  // What is found is a scenario like any other.
  expect(await replay(finding?.scenario ?? { steps: [] }, options)).toMatchObject({ wrong: 1 })
})

test.concurrent('finds it with several clients at a time, too', async () => {
  const jobs = { jobs: 2, patience, repeats: 1, time: 600, seed: 'jobs' }
  const { finding } = await hunt({ ...exampleClient('naive'), ...jobs, weights: reorgs })
  expect(finding?.difference).toMatchObject({ is: 'rows', table: 'blocks' })
})

test.concurrent('finds nothing wrong with the right one', async () => {
  const report = await hunt({ ...exampleClient('right'), seed: 'right', runs: 8, time: 600 })
  expect(report.finding).toBeUndefined()
  expect(report.coverage.length).toBeGreaterThan(0)
})

test.concurrent('goes on with a client that takes long to start', async () => {
  const client = exampleClient('right')
  let starts = 0
  const slow: HuntedClient = {
    ...client,
    async start(server) {
      starts++
      await sleep(1100)
      return client.start(server)
    },
  }
  const { runs, finding } = await hunt({ ...slow, seed: 'slow', runs: 8, weights: reorgs })
  expect({ runs, finding }).toEqual({ runs: 8, finding: undefined })
  // One more than runs if each had its own.
  expect(starts).toBeLessThan(8)
})

test.concurrent('finds nothing that a later version does not stand either', async () => {
  const naive = exampleClient('naive')
  const { finding } = await hunt({ ...naive, passes: naive, patience, runs: 6, seed: 'both' })
  expect(finding).toBeUndefined()
})

test.concurrent('tries the scenarios first that it is given', async () => {
  const first = [
    {
      spec: { preset: 'latest' as const, blocks: 8 },
      steps: [{ waitFor: { method: 'eth_blockNumber', calls: 2 } }, { reorg: { depth: 2 } }],
    },
  ]
  const options = {
    ...exampleClient('naive'),
    first,
    patience,
    seed: 'first',
    repeats: 1,
    time: 600,
  }
  const { finding } = await hunt(options)
  expect(finding?.scenario.steps).toContainEqual({ reorg: { depth: 1, length: 2 } })
})

test.concurrent('keeps what it has made smaller when it is told to end', async () => {
  const ending = new AbortController()
  const found: Scenario[] = []
  const { finding } = await hunt({
    ...exampleClient('naive'),
    weights: { faults: 0, lag: 0, restart: 0 },
    patience,
    seed: 'ending',
    time: 600,
    signal: ending.signal,
    onProgress(progress) {
      if (progress.doing !== 'shrinking' || progress.found === undefined) return
      const { scenario } = progress.found
      if (found.at(-1) !== scenario) found.push(scenario)
      if (found.length === 2) ending.abort()
    },
  })
  expect(finding?.scenario).toBe(found[1])
  expect(finding?.rate).toEqual({ wrong: 0, runs: 0 })
  expect(finding?.scenario.steps.length).toBeLessThan(found[0]?.steps.length ?? 0)
})

test('ends when it is told to', async () => {
  const signal = AbortSignal.abort()
  const { runs, finding } = await hunt({ ...exampleClient('right'), signal, seed: 1 })
  expect({ runs, finding }).toEqual({ runs: 1, finding: undefined })
})

test.each<[string, Parameters<typeof hunt>[0], string]>([
  ['no rows', { start() {}, rows: () => [] }, 'wrong without any move: the client makes no calls'],
  ['rows that are none', { start() {}, rows: () => 7 }, 'rows: want a list of rows, have 7'],
  [
    'a client that ends',
    { start: () => ({ ended: Promise.resolve('exit code 3') }), rows: () => [] },
    'wrong without any move: the client has ended: exit code 3',
  ],
])('refuses %s', async (_, client, message) => {
  await expect(hunt({ ...client, patience: 300 })).rejects.toThrow(message)
})

test.each<[object, string]>([
  [{ patience: 'long' }, 'patience: '],
  [{ expected: 'rows' }, 'expected: '],
  [{ weights: { reorgs: 1 } }, 'weights.reorgs: '],
  [{ rows: undefined }, 'rows: want a function'],
])('refuses the option %j', async (given, message) => {
  const client = exampleClient('right')
  await expect(hunt({ ...client, ...given } as never)).rejects.toThrow(message)
})
