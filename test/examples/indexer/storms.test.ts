import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Indexer } from '../../../examples/indexer/indexer.ts'
import { Store } from '../../../examples/indexer/store.ts'
import { corruptionNames } from '../../../src/faults/corrupt/named.ts'
import type { Fault } from '../../../src/faults/fault.ts'
import type { FaultRule } from '../../../src/faults/faultRule.ts'
import { playScenario } from '../../../src/playScenario.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'
import type { Step } from '../../../src/scenario/step.ts'
import { patientClock } from '../../support/patientClock.ts'
import { repeated } from '../../support/sized.ts'
import { rowsOf, storedRows } from '../../support/storedTruth.ts'

/** The number of scenarios. */
const RUNS = repeated(3, 100)

/** After this many polls an unfinished indexer is stuck. */
const POLLS_MAX = 200

const BLOCKS = 8

/** All faults of HTTP responses except missing ones, which would take time to wait for. */
const faults: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>(
    { kind: 'latency', milliseconds: [0, 2] },
    { kind: 'rateLimit' },
    { kind: 'rateLimit', style: 'inBody', retryAfterSeconds: 1 },
    { kind: 'serverError', status: 502 },
    { kind: 'reset' },
    { kind: 'reset', when: 'midAnswer' },
    { kind: 'cutOff' },
    { kind: 'malformed' },
    { kind: 'wrongId' },
    { kind: 'missingId' },
    { kind: 'null' },
    { kind: 'staleHead', blocks: 2 },
    { kind: 'otherBranchReceipts' },
    { kind: 'previousBlock' },
    { kind: 'error', code: -32000, message: 'header not found' },
  ),
  fc.constantFrom(...corruptionNames).map((what): Fault => ({ kind: 'corrupt', what })),
  fc
    .tuple(
      fc.constantFrom(
        '[0].gasUsed',
        '[0].transactionHash',
        'timestamp',
        'number',
        'uncles',
        'transactions',
      ),
      fc.constantFrom('0x5', null, `0x${'ab'.repeat(32)}`, []),
    )
    .map(([field, value]): Fault => ({ kind: 'corrupt', field, value })),
)

/** Rare enough that one of the next attempts succeeds. */
const rules: fc.Arbitrary<FaultRule[]> = fc.array(
  fc.record({ rate: fc.constantFrom([1, 8], [1, 5]), fault: faults }) as fc.Arbitrary<FaultRule>,
  { maxLength: 4 },
)

const moves = fc.array(
  fc.record({
    replica: fc.constantFrom('a', 'b'),
    reorg: fc.boolean(),
    depth: fc.integer({ min: 1, max: 4 }),
    more: fc.integer({ min: -1, max: 2 }),
    calls: fc.integer({ min: 1, max: 6 }),
    anew: fc.option(rules, { nil: undefined }),
  }),
  { minLength: 1, maxLength: 5 },
)

/** Two replicas diverge under faults; at the end the correct one is ahead. */
const storms: fc.Arbitrary<Scenario> = fc
  .record({ seed: fc.integer(), a: rules, b: rules, moves, lag: fc.integer({ min: 0, max: 4 }) })
  .map(({ seed, a, b, moves, lag }) => {
    const heads = { a: BLOCKS, b: BLOCKS }
    // Every poll requests the head from each replica, so this step is reached.
    const wait = (calls: number, endpoint: string): Step => {
      return { waitFor: { method: 'eth_getBlockByNumber', calls }, endpoint }
    }
    const steps = moves.flatMap(({ replica, reorg, depth, more, calls, anew }): Step[] => {
      const length = Math.max(1, depth + more)
      const key = replica as 'a' | 'b'
      heads[key] += reorg ? length - depth : depth
      return [
        wait(calls, key),
        { ...(reorg ? { reorg: { depth, length, force: true } } : { mine: depth }), endpoint: key },
        ...(anew ? [{ setFaults: anew, endpoint: key }] : []),
      ]
    })
    const last = Math.max(heads.b - heads.a, 0) + 1
    return {
      seed,
      spec: { preset: 'pow', blocks: BLOCKS, transactionsPerBlock: [0, 2] },
      endpoints: [
        { key: 'a', faults: a },
        { key: 'b', faults: b },
      ],
      steps: [
        ...steps,
        wait(2, 'b'),
        { lag: { behind: 'a', blocks: lag }, endpoint: 'b' },
        { mine: last, endpoint: 'a' },
      ],
    }
  })

it('makes the indexer end with exactly the canonical chain, whatever the faults', async () => {
  const property = fc.asyncProperty(storms, async (storm) => {
    const scenario = await playScenario(storm, { port: 0 })
    const store = new Store()
    try {
      const urls = [...scenario.endpoints.values()].map(({ url }) => url)
      const indexer = new Indexer(urls, store, patientClock)
      for (let poll = 0; poll < POLLS_MAX; poll++) {
        if (scenario.isFinished && store.head?.hash === scenario.server.head.hash) break
        await indexer.poll()
      }
      expect(scenario.isFinished).toBe(true)
      expect(storedRows(store)).toEqual(rowsOf(scenario.truth()))
    } finally {
      store.close()
      await scenario.close()
    }
  })
  await fc.assert(property, { numRuns: RUNS })
})
