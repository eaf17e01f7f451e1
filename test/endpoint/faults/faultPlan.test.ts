import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FaultPlan } from '../../../src/endpoint/faults/faultPlan.ts'
import type { FaultRule } from '../../../src/endpoint/faults/faultRule.ts'
import { resolveFaults } from '../../../src/endpoint/faults/resolveFaults.ts'

function planOf(rules: readonly FaultRule[], seed = 'seed', key = 'dev'): FaultPlan {
  return new FaultPlan(resolveFaults(rules), { seed, key })
}

interface Call {
  readonly method?: string
  readonly block?: number
  readonly transport?: 'http' | 'webSocket' | 'inProcess'
}

/** Makes a call; gives what befalls it, as the first number of an error's code. */
function draw(plan: FaultPlan, { method = 'a', block, transport = 'http' }: Call = {}) {
  const blocks = block === undefined ? [] : [{ from: block, to: block }]
  const { fault } = plan.draw({ of: 'call', methods: [method], blocks, transport }, [block])
  fault?.happened('it did')
  return fault?.fault.kind === 'error' ? fault.fault.code : undefined
}

/** A fault that tells which rule it is of. */
const fault = (code: number) => ({ kind: 'error', code, message: 'x' }) as const

describe('conditions', () => {
  test.each<[rule: Omit<FaultRule, 'fault'>, calls: readonly Call[], hit: readonly number[]]>([
    [{}, [{}, { method: 'b' }], [0, 1]],
    [{ methods: 'a' }, [{}, { method: 'b' }, {}], [0, 2]],
    [{ methods: ['b', 'c'] }, [{}, { method: 'b' }, { method: 'c' }], [1, 2]],
    [{ blocks: 5 }, [{}, { block: 4 }, { block: 5 }], [2]],
    [{ blocks: { from: 5 } }, [{ block: 4 }, { block: 5 }, { block: 99 }], [1, 2]],
    [{ blocks: { from: 5, to: 6 } }, [{ block: 5 }, { block: 6 }, { block: 7 }], [0, 1]],
    [{ transport: 'webSocket' }, [{}, { transport: 'webSocket' }], [1]],
    [{ transport: ['http', 'inProcess'] }, [{ transport: 'inProcess' }, {}], [0, 1]],
    [{ calls: 2 }, [{}, {}, {}], [1]],
    [{ calls: [1, 3] }, [{}, {}, {}], [0, 2]],
    [{ calls: { from: 2 } }, [{}, {}, {}], [1, 2]],
    [{ calls: { to: 2 } }, [{}, {}, {}], [0, 1]],
    [{ calls: { every: 2 } }, [{}, {}, {}, {}], [0, 2]],
    [{ calls: { from: 2, to: 4, every: 2 } }, [{}, {}, {}, {}, {}, {}], [1, 3]],
    // Calls are counted for each method on its own, and so are times.
    [{ calls: 2 }, [{}, { method: 'b' }, {}, { method: 'b' }], [2, 3]],
    [{ times: 1 }, [{}, {}, { method: 'b' }, { method: 'b' }], [0, 2]],
    [{ blocks: 5, times: 1 }, [{ block: 4 }, { block: 5 }, { block: 5 }], [1]],
    [{ rate: [0, 1] }, [{}, {}], []],
    [{ rate: [1, 1] }, [{}, {}], [0, 1]],
  ])('%j', (rule, calls, hit) => {
    const plan = planOf([{ ...rule, fault: fault(7) }])
    const drawn = calls.map((call) => draw(plan, call))
    expect(drawn).toEqual(calls.map((_, place) => (hit.includes(place) ? 7 : undefined)))
  })

  test('a span of blocks is about each of them', () => {
    const plan = planOf([{ blocks: [3, 9], fault: fault(7) }])
    const spans = [
      [1, 2],
      [1, 3],
      [4, 8],
      [4, 900],
    ]
    const hit = spans.map(([from, to]) => {
      const blocks = [{ from: from as number, to: to as number }]
      return (
        plan.draw({ of: 'call', methods: ['a'], blocks, transport: 'http' }).fault !== undefined
      )
    })
    expect(hit).toEqual([false, true, false, true])
  })
})

test('the first rule that is about a call and not used up befalls it', () => {
  const plan = planOf([
    { times: 1, fault: fault(1) },
    { calls: { to: 3 }, fault: fault(2) },
    { fault: fault(3) },
  ])
  expect([1, 2, 3, 4].map(() => draw(plan))).toEqual([1, 2, 2, 3])
})

test('all latency adds up, whatever else there is', () => {
  const plan = planOf([
    { fault: { kind: 'latency', milliseconds: 5 } },
    { fault: fault(1) },
    { times: 1, fault: { kind: 'latency', milliseconds: [10, 20] } },
  ])
  const subject = { of: 'call', methods: ['a'], blocks: [], transport: 'http' } as const
  const [first, second] = [plan.draw(subject), plan.draw(subject)]
  expect(first.latencyMs).toBeGreaterThanOrEqual(15)
  expect(first.latencyMs).toBeLessThanOrEqual(25)
  expect(first.fault?.fault).toEqual(fault(1))
  expect(second.latencyMs).toBe(5)
})

test('a rate is kept to in the long run, by chances that differ from seed to seed and key to key', () => {
  const rules = [{ rate: [1, 4], fault: fault(1) }] as const
  const drawnOf = (plan: FaultPlan) => Array.from({ length: 4000 }, () => draw(plan) ?? 0)
  const drawn = drawnOf(planOf(rules))
  const hits = drawn.filter((code) => code === 1).length
  // Five standard deviations.
  expect(Math.abs(hits - 1000)).toBeLessThan(5 * Math.sqrt(4000 * 0.25 * 0.75))
  expect(drawnOf(planOf(rules))).toEqual(drawn)
  expect(drawnOf(planOf(rules, 'another'))).not.toEqual(drawn)
  expect(drawnOf(planOf(rules, 'seed', 'another'))).not.toEqual(drawn)
})

test('what came to nothing can be applied again', () => {
  const plan = planOf([{ times: 1, fault: fault(1) }])
  const subject = { of: 'call', methods: ['a'], blocks: [], transport: 'http' } as const
  plan.draw(subject).fault?.cameToNothing()
  expect(plan.log.entries).toEqual([])
  expect(draw(plan)).toBe(1)
  expect(draw(plan)).toBeUndefined()
})

describe('the log', () => {
  test('has each fault that happened', () => {
    const plan = planOf([{ calls: 2, fault: fault(1) }])
    draw(plan, { block: 4 })
    draw(plan, { block: 5, transport: 'webSocket' })
    expect(plan.log.entries).toEqual([
      {
        call: 2,
        method: 'a',
        params: [5],
        transport: 'webSocket',
        rule: 0,
        kind: 'error',
        detail: 'it did',
        block: 5,
      },
    ])
    plan.log.clear()
    expect(plan.log.entries).toEqual([])
  })

  test('keeps the newest 10,000, and of long params the beginning', () => {
    const plan = planOf([{ fault: fault(1) }])
    const subject = { of: 'call', methods: ['a'], blocks: [], transport: 'http' } as const
    for (let call = 0; call < 10_002; call++) {
      plan.draw(subject, ['x'.repeat(2000)]).fault?.happened('')
    }
    expect(plan.log.entries).toHaveLength(10_000)
    expect(plan.log.entries[0]?.call).toBe(3)
    expect(plan.log.dropped).toBe(2)
    expect(plan.log.entries[0]?.params).toBe(`["${'x'.repeat(998)}…`)
  })
})

test('methods without end are counted in bounded space', () => {
  const plan = planOf([{ calls: { from: 2 }, fault: fault(1) }])
  for (let name = 0; name < 1000; name++) draw(plan, { method: `m${name}` })
  expect(draw(plan, { method: 'one more' })).toBeUndefined()
  expect(draw(plan, { method: 'and another' })).toBe(1)
  expect(draw(plan, { method: 'm5' })).toBe(1)
})

const methods = ['a', 'b', 'c']

const arbitraryRule: fc.Arbitrary<FaultRule> = fc
  .record(
    {
      methods: fc.subarray(methods, { minLength: 1 }),
      calls: fc.oneof(
        fc.integer({ min: 1, max: 8 }),
        fc.record({ from: fc.integer({ min: 1, max: 4 }), every: fc.integer({ min: 1, max: 3 }) }),
      ),
      times: fc.integer({ min: 1, max: 4 }),
      rate: fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constant(4)),
    },
    { requiredKeys: [] },
  )
  .chain((conditions) =>
    fc
      .constantFrom(...[1, 2, 3].map(fault), {
        kind: 'latency',
        milliseconds: [0, 1000],
      } as const)
      .map((fault) => ({ ...conditions, fault }) as FaultRule),
  )

test('however calls interleave, each has the faults that it has by its method and number', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryRule, { minLength: 1, maxLength: 5 }),
      fc.string(),
      fc
        .array(fc.constantFrom(...methods), { maxLength: 30 })
        .chain((calls) =>
          fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length })),
        ),
      (rules, seed, [calls, shuffled]) => {
        expect(befallen(rules, seed, shuffled)).toEqual(befallen(rules, seed, calls))
      },
    ),
    { numRuns: 100 },
  )
})

/** What befalls calls, by method and number; of what is left to chance in it, the first number. */
function befallen(rules: readonly FaultRule[], seed: string, calls: readonly string[]) {
  const plan = planOf(rules, seed)
  const counts = new Map<string, number>()
  return Object.fromEntries(
    calls.map((method) => {
      const call = (counts.get(method) ?? 0) + 1
      counts.set(method, call)
      const drawn = plan.draw({ of: 'call', methods: [method], blocks: [], transport: 'http' })
      const { latencyMs, fault } = drawn
      return [`${method} ${call}`, [latencyMs, fault?.fault, fault?.random.uint32()]]
    }),
  )
}
