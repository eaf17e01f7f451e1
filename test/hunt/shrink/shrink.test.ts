import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { shrink } from '../../../src/hunt/shrink/shrink.ts'
import { resolveScenario } from '../../../src/scenario/resolveScenario.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'

const scenario: Scenario = {
  seed: 'a',
  spec: { blocks: 40, preset: 'latest' },
  endpoints: [{ key: 'node' }, { key: 'replica', lag: { behind: 'node', blocks: 0 } }],
  steps: [
    { mine: 3 },
    { waitFor: { method: 'eth_blockNumber', calls: 4 } },
    {
      setFaults: [
        { methods: 'eth_getLogs', times: 2, fault: { kind: 'null' } },
        { methods: 'eth_getLogs', fault: { kind: 'reset' } },
      ],
    },
    { waitFor: { method: 'eth_getBlockByNumber', block: 39, named: 'number', calls: 3 } },
    { reorg: { depth: 6, length: 8 } },
    { lag: { behind: 'node', blocks: 2 }, endpoint: 'replica' },
    { mine: 2 },
  ],
}

/** Shrinks with a client that fails where this holds. */
const shrunk = (fails: (each: Scenario) => boolean) =>
  shrink(
    scenario,
    async (each) => fails(each),
    () => true,
  )

const reorgIn = ({ steps }: Scenario) =>
  steps.flatMap((step) => ('reorg' in step ? [step.reorg] : []))[0]

test('leaves what a fault needs, and nothing else', async () => {
  const result = await shrunk((each) => (reorgIn(each)?.depth ?? 0) >= 2)
  expect(result.steps).toEqual([{ reorg: { depth: 2, length: 3 } }])
  expect(result.endpoints).toEqual([{ key: 'node' }])
  expect(result.spec?.blocks).toBe(4)
})

test('does not begin anew each time that something is left out', async () => {
  const wait = { waitFor: { method: 'eth_getBlockByHash', calls: 20 } } as const
  const steps = [wait, { mine: 4 }, wait, { reorg: { depth: 61 } }, { mine: 9 }, wait]
  let tries = 0
  const result = await shrink(
    { ...scenario, steps: [...steps, { reorg: { depth: 9 } }, wait, { mine: 2 }] },
    async (each) => {
      tries++
      const names = each.steps.map((step) => Object.keys(step)[0]).join(' ')
      return names.includes('waitFor reorg mine') && (reorgIn(each)?.depth ?? 0) >= 31
    },
    () => true,
  )
  expect(result.steps).toHaveLength(3)
  expect(tries).toBeLessThan(50)
})

test('finds the same if it tries several at a time', async () => {
  const fails = ({ steps }: Scenario) => steps.some((step) => 'mine' in step) && steps.length > 1
  const jobs: number[] = []
  const together = await shrink(
    scenario,
    async (each, job) => {
      jobs.push(job)
      await setImmediate()
      return fails(each)
    },
    () => true,
    3,
  )
  expect(together).toEqual(await shrunk(fails))
  expect([...new Set(jobs)]).toEqual([0, 1, 2])
})

test('keeps a wait on which it depends, for as few calls as possible', async () => {
  const result = await shrunk(({ steps }) => {
    const at = steps.findIndex((step) => 'reorg' in step)
    const before = steps[at - 1]
    return before !== undefined && 'waitFor' in before && (before.waitFor.calls ?? 1) >= 2
  })
  expect(result.steps).toEqual([
    { waitFor: { method: 'eth_getBlockByNumber', named: 'number', calls: 2 } },
    { reorg: { depth: 1, length: 2 } },
  ])
})

test('a wait for calls to a pool is for those to its node where there is no pool', async () => {
  const endpoints = [
    ...(scenario.endpoints ?? []),
    { key: 'pool', pool: { of: ['node', 'replica'] } },
  ]
  const steps: Scenario['steps'] = [
    { waitFor: { method: 'eth_blockNumber', calls: 1 }, endpoint: 'pool' },
    { reorg: { depth: 1, length: 2 } },
  ]
  const result = await shrink(
    { ...scenario, endpoints, steps },
    async (each) => each.steps.length === 2,
    () => true,
  )
  expect(result.endpoints).toEqual([{ key: 'node' }])
  expect(result.steps).toEqual([{ waitFor: { method: 'eth_blockNumber', calls: 1 } }, steps[1]])
})

test('keeps a fault, once', async () => {
  const result = await shrunk((each) => JSON.stringify(each).includes('"kind":"null"'))
  expect(result.steps).toEqual([
    { setFaults: [{ methods: 'eth_getLogs', times: 1, fault: { kind: 'null' } }] },
  ])
})

test('tries only what can be played', async () => {
  let tried = 0
  await shrunk((each) => {
    tried++
    expect(() => resolveScenario(each)).not.toThrow()
    return false
  })
  expect(tried).toBeGreaterThan(10)
})

test('ends when there is no time left', async () => {
  const result = await shrink(
    scenario,
    async () => true,
    () => false,
  )
  expect(result).toBe(scenario)
})

test('ends a chain where its nodes begin', async () => {
  const begun = { ...scenario, endpoints: [{ key: 'node', head: 21 }] }
  const fails = async ({ steps }: Scenario) =>
    steps.some((step) => 'waitFor' in step && step.waitFor.block !== undefined)
  const result = await shrink(begun, fails, () => true)
  expect(result.endpoints).toEqual([{ key: 'node' }])
  expect(result.spec?.blocks).toBe(4)
  const deep = async ({ spec, endpoints = [] }: Scenario) =>
    (endpoints[0]?.head ?? spec?.blocks ?? 0) >= 19
  const whole = await shrink(begun, deep, () => true)
  expect(whole.spec?.blocks).toBe(21)
  expect(whole.endpoints).toEqual([{ key: 'node' }])
})

test('keeps the chain alone on which the fault shows', async () => {
  const several: Scenario = {
    ...scenario,
    chains: { second: { spec: { blocks: 20, chainId: 10 } } },
    endpoints: [{ key: 'node' }, { key: 'other', chain: 'second' }],
    truth: ['node', 'other'],
    steps: [{ mine: 1 }, { rollback: 2, endpoint: 'other' }],
  }
  const fails = async ({ steps }: Scenario) => steps.some((step) => 'rollback' in step)
  const result = await shrink(several, fails, () => true)
  expect(result.steps).toEqual([{ rollback: 1, endpoint: 'other' }])
  expect(result.chains).toBeUndefined()
  expect(result).toMatchObject({ seed: 'a-second', spec: { chainId: 10, blocks: 4 } })
  const { endpoints, truths } = resolveScenario(result)
  expect([endpoints, truths]).toEqual([[{ key: 'other' }], ['other']])
})
