import { afterAll, describe, expect, it } from 'vitest'
import type { Clock } from '../../../examples/indexer/clock.ts'
import { NaiveTransfers } from '../../../examples/transfers/naive.ts'
import { TokenTransfers } from '../../../examples/transfers/tokenTransfers.ts'
import { playScenario } from '../../../src/playScenario.ts'
import type { ScenarioRun } from '../../../src/scenario/play.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'
import { patientClock } from '../../support/patientClock.ts'

/** After this many polls an unfinished client is stuck. */
const POLLS_MAX = 6

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const ETHER = `0x${'ff'.repeat(19)}fe`

const left: (() => unknown)[] = []
afterAll(async () => {
  for (const leave of left) await leave()
})

interface Counter {
  readonly counts: ReadonlyMap<string, number>
  poll(): Promise<void>
}

/** Runs a client against a scenario until the end, with time to see the last block. */
async function follow<Client extends Counter>(
  create: (url: string, clock: Clock) => Client,
  source: string | Scenario = 'scenarios/amsterdam-transfers.yaml',
): Promise<{ scenario: ScenarioRun; client: Client }> {
  const scenario = await playScenario(source, { port: 0 })
  left.push(() => scenario.close())
  const client = create(scenario.server.url, patientClock)
  for (let poll = 0, isLast = false; poll < POLLS_MAX && !isLast; poll++) {
    isLast = scenario.isFinished
    await client.poll()
  }
  await scenario.finished
  return { scenario, client }
}

/** The transfers in the blocks of the chain, by the contracts that the chain itself knows. */
function truth({ chain, truth }: ScenarioRun): Map<string, number> {
  const contracts = new Set<string>(chain.contracts.map(({ address }) => address))
  const counts = new Map<string, number>()
  const logs = truth().flatMap(({ receipts }) => receipts.flatMap((receipt) => receipt.logs))
  for (const { address, topics } of logs) {
    const isTransfer = topics[0] === TRANSFER && topics.length === 3 && contracts.has(address)
    if (isTransfer) counts.set(address, (counts.get(address) ?? 0) + 1)
  }
  return counts
}

describe('a client that knows the address of ether', () => {
  it('counts the transfers of tokens, and those of ether', async () => {
    const { scenario, client } = await follow((url, clock) => new TokenTransfers(url, clock))
    expect(client.counts.size).toBeGreaterThan(0)
    expect(client.counts).toEqual(truth(scenario))
    const forkBlock = scenario.truth()[10]
    expect(forkBlock?.header.slotNumber).toBeDefined()
    expect(client.etherTransfers).toBeGreaterThan(0)
  })
})

describe('a client that goes by topics', () => {
  it('takes ether for a token', async () => {
    const { scenario, client } = await follow((url) => new NaiveTransfers(url))
    const phantoms = [...client.counts].filter(([address]) => !truth(scenario).has(address))
    expect(phantoms.map(([address]) => address)).toEqual([ETHER])
  })

  it('is right before the fork', async () => {
    const spec = { preset: 'latest', blocks: 12, transactionsPerBlock: [3, 6] } as const
    const { scenario, client } = await follow((url) => new NaiveTransfers(url), { spec, steps: [] })
    expect(client.counts.size).toBeGreaterThan(0)
    expect(client.counts).toEqual(truth(scenario))
  })
})
