import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import type { HuntedClient } from '../../../src/hunt/client/client.ts'
import { chainSpec } from '../../../src/hunt/draw/drawBase.ts'
import { runScenario } from '../../../src/hunt/run/runScenario.ts'
import { ServedChains } from '../../../src/hunt/run/servedChains.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'
import type { Step } from '../../../src/scenario/step.ts'
import { exampleClient } from '../support.ts'

const chains = new ServedChains()
afterAll(() => chains.close())

const judging = { patience: 3000, confirmations: 0, expectation: undefined }
const wait = { waitFor: { method: 'eth_getBlockByNumber', calls: 1 } } as const

/** The indexer reads no balances. */
const never = { waitFor: { method: 'eth_getBalance' } } as const

test.each<[string, Step[], boolean]>([
  ['a restart', [wait, { restartClient: 'kill' }], false],
  ['a move before the client begins', [{ mine: 1 }], false],
  ['a block', [wait, { mine: 1 }], true],
  ['a block after a wait that is skipped', [never, { mine: 1 }], true],
  ['a way back', [wait, { snapshot: 's' }, { reorg: { depth: 1 } }, wait, { revert: 's' }], true],
])('knows whether a scenario changes rows: %s', async (name, steps, changesRows) => {
  const scenario = { seed: 'changes', spec: chainSpec(undefined, 1), steps }
  const id = name.replaceAll(' ', '')
  const result = await runScenario(chains, exampleClient('right'), scenario, id, judging)
  expect(result).toMatchObject({ difference: undefined, changesRows })
})

test('knows how many of the tokens are left that the client was given', async () => {
  // On another branch from block 1 on, the token has another address.
  const scenario = { seed: 'tokens1', spec: chainSpec(undefined, 2), steps: [] as Step[] }
  const left = async (steps: Step[], id: string) => {
    const run = await runScenario(
      chains,
      exampleClient('right'),
      { ...scenario, steps },
      id,
      judging,
    )
    return run.tokens
  }
  expect(await left([{ reorg: { depth: 1 } }], 'kept')).toBe(1)
  expect(await left([{ reorg: { depth: 15, force: true } }], 'undone')).toBe(0)
})

test('knows after how many calls a step was played, and how long the client took to begin', async () => {
  const nulls = { setFaults: [{ times: 1, fault: { kind: 'null' as const } }] }
  const steps = [{ waitFor: { calls: 3 } }, nulls, { mine: 1 }]
  const scenario = { seed: 'changes', spec: chainSpec(undefined, 1), steps }
  const result = await runScenario(chains, exampleClient('right'), scenario, 'moments', judging)
  expect(result.moments).toEqual([
    { calls: 3, step: 'setFaults null' },
    { calls: 3, step: 'mine' },
  ])
  expect(result.startMs).toBeGreaterThan(0)
})

test('ends where a wait would be skipped, if that is wanted', async () => {
  const steps = [wait, never, { mine: 1 }, never, { mine: 1 }]
  const scenario = { seed: 'changes', spec: chainSpec(undefined, 1), steps }
  const given = { ...judging, endsAtSkip: true }
  const result = await runScenario(chains, exampleClient('naive'), scenario, 'ends', given)
  expect(result).toMatchObject({ difference: undefined, skippedWaits: [1], moments: [] })
})

test('skips no wait because the steps before it took long', async () => {
  const steps = [wait, { mine: 120 }, { waitFor: { ...wait.waitFor, calls: 2 } }] as const
  const spec = { ...chainSpec(undefined, 1), transactionsPerBlock: [8, 8] as const }
  // The client makes no call while the blocks are made.
  const impatient = { ...judging, idleMs: 5, silentMs: 5 }
  const scenario = { seed: 'changes', spec, steps: [...steps, { mine: 1 }] }
  const { skippedWaits } = await runScenario(chains, forgetful(), scenario, 'long', impatient)
  expect(skippedWaits).toEqual([])
})

test('counts the time that it takes to start a client', async () => {
  const client = exampleClient('right')
  const slow: HuntedClient = {
    ...client,
    async start(server) {
      await sleep(300)
      return client.start(server)
    },
  }
  const scenario = { seed: 'changes', spec: chainSpec(undefined, 1), steps: [] }
  const { startMs } = await runScenario(chains, slow, scenario, 'starts', judging)
  expect(startMs).toBeGreaterThanOrEqual(299)
})

test('skips a wait once the client was silent for too long', async () => {
  const skippedWith = async (silentMs: number) => {
    const steps = [{ waitFor: { ...wait.waitFor, calls: 40 } }, { mine: 1 }]
    const scenario = { seed: 'changes', spec: chainSpec(undefined, 1), steps }
    const impatient = { ...judging, idleMs: 0, silentMs }
    const id = `silent${silentMs}`
    return (await runScenario(chains, forgetful(0, 200), scenario, id, impatient)).skippedWaits
  }
  expect(await skippedWith(50)).toEqual([0])
  expect(await skippedWith(2000)).toEqual([])
})

const stale: Step = { setFaults: [{ fault: { kind: 'staleHead', blocks: 2 } }] }
const rival: Step = { reorg: { depth: 2, length: 2 }, endpoint: 'b' }
const allRead = { waitFor: { method: 'eth_getBlockByNumber', calls: 12 } } as const

/**
 * A client whose rows are the blocks of the last node that it asks, as far as that shows them.
 *
 * @param startMs in milliseconds: how long it takes until its first call
 * @param intervalMs and between two looks at the nodes
 */
function forgetful(startMs = 0, intervalMs = 2): HuntedClient {
  const rows = new Map<string, unknown[]>()
  return {
    start({ id, urls }) {
      let isStopped = false
      const done = (async () => {
        await sleep(startMs)
        while (!isStopped) {
          let blocks: unknown[] = []
          for (const url of urls) blocks = await blocksAt(url)
          rows.set(id, blocks)
          await sleep(intervalMs)
        }
      })()
      return async () => {
        isStopped = true
        await done
      }
    },
    rows: ({ id }) => rows.get(id) ?? [],
  }
}

async function blocksAt(url: string): Promise<unknown[]> {
  const blocks: unknown[] = []
  let at: unknown = 'latest'
  while (at !== '-0x1') {
    const block = await blockAt(url, at)
    blocks.push({ block_number: Number(block.number), block_hash: block.hash })
    at = toHex(Number(block.number) - 1)
  }
  return blocks
}

async function blockAt(url: string, at: unknown): Promise<{ number: string; hash: string }> {
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: [at, false] }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  return ((await response.json()) as { result: { number: string; hash: string } }).result
}

const toHex = (number: number) => (number < 0 ? '-0x1' : `0x${number.toString(16)}`)

test('waits longer than its patience for the first call of a client, which may be a poll', async () => {
  // That call does not end the wait.
  const steps = [{ waitFor: { method: 'eth_getBlockByNumber', calls: 2 } }, { mine: 1 }] as const
  const scenario = { seed: 'changes', spec: chainSpec(undefined, 1), steps }
  const impatient = { ...judging, patience: 1000 }
  const result = await runScenario(chains, forgetful(1500), scenario, 'late', impatient)
  expect(result.skippedWaits).toEqual([])
})

describe('a client must keep the rows that it had', () => {
  const right = () => exampleClient('right')
  test.each<[string, () => HuntedClient, Step, string[], boolean]>([
    ['all nodes show an older head', () => forgetful(), stale, ['a'], true],
    ['it knows that one may', right, stale, ['a'], false],
    ['another node has another branch', () => forgetful(), rival, ['a', 'b'], true],
    ['it does not ask that node', right, rival, ['a', 'b'], false],
  ])('%s', async (name, client, step, keys, isLost) => {
    const scenario: Scenario = {
      seed: 'keeps',
      spec: chainSpec(undefined, 1),
      endpoints: keys.map((key) => ({ key })),
      truth: 'a',
      steps: [allRead, step],
    }
    const id = name.replaceAll(' ', '')
    const { difference } = await runScenario(chains, client(), scenario, id, judging)
    expect(difference?.is).toBe(isLost ? 'rows' : undefined)
  })
})
