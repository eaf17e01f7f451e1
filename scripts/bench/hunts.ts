import { setTimeout as sleep } from 'node:timers/promises'
import { chainSpec } from '../../src/hunt/draw/drawBase.ts'
import { eventNames } from '../../src/hunt/draw/eventKinds.ts'
import { compareRows } from '../../src/hunt/rows/compareRows.ts'
import { expectations } from '../../src/hunt/rows/expectations.ts'
import { readRows } from '../../src/hunt/rows/readRows.ts'
import { ServedChains } from '../../src/hunt/run/servedChains.ts'
import { Session } from '../../src/hunt/run/session.ts'
import { type HuntedClient, type HuntOptions, hunt } from '../../src/hunt.ts'
import type { Scenario } from '../../src/index.ts'
import { exampleClient } from '../../test/hunt/support.ts'
import { type Row, row } from './report.ts'
import { median } from './statistics.ts'

/** In milliseconds, and in scenarios a second on one core. */
const GOALS = { own: 5, naive: 15, right: 8 }

/** How many clients there are at a time. All are in this thread: each works while others wait. */
const JOBS = 3

/** With reorgs the naive indexer would be wrong at once. */
const onlyMine = Object.fromEntries(eventNames.map((name) => [name, name === 'mine' ? 1 : 0]))

/** After a fault the indexer sleeps for seconds, as it must. */
const withoutFaults = { faults: 0, notYet: 0, withheld: 0, outage: 0 }

const scenario: Scenario = {
  seed: 'bench',
  spec: { ...chainSpec(undefined, 1), blocks: 40 },
  endpoints: [{ key: 'node', dialect: 'geth' }],
  steps: [
    { waitFor: { method: 'eth_getBlockByHash', calls: 3 } },
    { reorg: { depth: 3, length: 4 } },
    { waitFor: { method: 'eth_blockNumber', calls: 2 } },
    { mine: 2 },
  ],
}

/**
 * Measures what a scenario of `ommer hunt` costs without its client, and how many a second it tries with the example
 * indexers, in this process and over HTTP.
 *
 * @param runs how many scenarios
 * @param seconds how long each indexer is hunted
 */
export async function measureHunts(runs: number, seconds: number): Promise<Row[]> {
  const own = await ownShares(runs)
  const rows = [goalRow('scenario of hunt, without the client', 'ms', median(own), GOALS.own, runs)]
  const rate = (kind: 'naive' | 'right', weights: HuntOptions['weights']) =>
    rateOf(exampleClient(kind), weights, seconds)
  const naive = await rate('naive', onlyMine)
  rows.push(
    goalRow('hunt of the naive example, without reorgs', 'scenarios/s', naive, GOALS.naive, 1),
  )
  const right = await rate('right', withoutFaults)
  rows.push(
    goalRow('hunt of the example indexer, without faults', 'scenarios/s', right, GOALS.right, 1),
  )
  return rows
}

/** Endpoint, moves, expected rows and comparison of each scenario, in milliseconds. */
async function ownShares(runs: number): Promise<number[]> {
  const chains = new ServedChains()
  const client: HuntedClient = { start: () => {}, rows: () => [] }
  const shares: number[] = []
  try {
    // The first creates the chain.
    for (let run = 0; run <= runs; run++) {
      const began = performance.now()
      const session = await Session.begin(chains, client, scenario, `bench${run}`)
      while (!session.player.isFinished) await session.next()
      await session.catchUp()
      const truth = session.truth()
      const tables = readRows(expectations.transfers.rows(truth))
      if ((await compareRows(tables, truth)) !== undefined) throw new Error('the rows differ')
      await session.end()
      if (run > 0) shares.push(performance.now() - began)
      await sleep(0)
    }
  } finally {
    await chains.close()
  }
  return shares
}

async function rateOf(
  client: HuntedClient,
  weights: HuntOptions['weights'],
  seconds: number,
): Promise<number> {
  const report = await hunt({ ...client, weights, time: seconds, jobs: JOBS })
  if (report.finding !== undefined) throw new Error('the indexer is wrong')
  return report.runs / report.seconds
}

function goalRow(name: string, unit: string, value: number, goal: number, samples: number): Row {
  return row(name, unit, 'the goal', { value, baseline: goal, ratio: value / goal, samples }, 1)
}
