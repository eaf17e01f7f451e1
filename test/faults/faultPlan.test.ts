import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FaultPlan } from '../../src/faults/faultPlan.ts'
import type { FaultRule } from '../../src/faults/faultRule.ts'
import { resolveFaults } from '../../src/faults/resolveFaults.ts'

function planOf(rules: readonly FaultRule[], seed = 'seed', key = 'dev'): FaultPlan {
  return new FaultPlan(resolveFaults(rules), { seed, key })
}

interface Call {
  readonly method?: string
  readonly block?: number
  readonly transport?: 'http' | 'webSocket' | 'inProcess'
}

/** A call without a block. */
const callOf = (method: string) =>
  ({ of: 'call', methods: [method], blocks: [], transport: 'http' }) as const

/** Makes a call; returns the fault that applies to it, as the code of its error. */
async function draw(plan: FaultPlan, { method = 'a', block, transport = 'http' }: Call = {}) {
  const blocks = block === undefined ? [] : [{ from: block, to: block }]
  const { fault } = await plan.draw({ of: 'call', methods: [method], blocks, transport }, [block])
  fault?.happened('it did')
  return fault?.fault.kind === 'error' ? fault.fault.code : undefined
}

/** A fault whose code identifies its rule. */
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
    // Calls are counted for each method separately, and so are times.
    [{ calls: 2 }, [{}, { method: 'b' }, {}, { method: 'b' }], [2, 3]],
    [{ times: 1 }, [{}, {}, { method: 'b' }, { method: 'b' }], [0, 2]],
    [{ blocks: 5, times: 1 }, [{ block: 4 }, { block: 5 }, { block: 5 }], [1]],
    [{ rate: [0, 1] }, [{}, {}], []],
    [{ rate: [1, 1] }, [{}, {}], [0, 1]],
  ])('%j', async (rule, calls, hit) => {
    const plan = planOf([{ ...rule, fault: fault(7) }])
    const drawn = await Promise.all(calls.map((call) => draw(plan, call)))
    expect(drawn).toEqual(calls.map((_, place) => (hit.includes(place) ? 7 : undefined)))
  })

  test('a range of blocks matches each of them', async () => {
    const plan = planOf([{ blocks: [3, 9], fault: fault(7) }])
    const spans = [
      [1, 2],
      [1, 3],
      [4, 8],
      [4, 900],
    ]
    const hit = spans.map(async ([from, to]) => {
      const blocks = [{ from: from as number, to: to as number }]
      return (await plan.draw({ ...callOf('a'), blocks })).fault !== undefined
    })
    expect(await Promise.all(hit)).toEqual([false, true, false, true])
  })
})

test('calls match by how they name their blocks, and by their params', async () => {
  const plan = planOf([
    { named: 'hash', fault: fault(7) },
    { params: [null, { fromBlock: '0xA' }], fault: fault(8) },
  ])
  const codeOf = async (named: 'tag' | 'hash', params: readonly unknown[]) => {
    const { fault } = await plan.draw({ ...callOf('a'), named: [named], params: [params] })
    return fault?.fault.kind === 'error' ? fault.fault.code : undefined
  }
  expect(await codeOf('hash', [])).toBe(7)
  expect(await codeOf('tag', [])).toBeUndefined()
  expect(await codeOf('tag', ['any', { fromBlock: '0xa', toBlock: '0xb' }])).toBe(8)
  expect(await codeOf('tag', ['any', { fromBlock: '0xb' }])).toBeUndefined()
  // A batch matches by any of its requests.
  const batch = { ...callOf('a'), named: ['tag', 'hash'] as const, params: [[], []] }
  expect((await plan.draw(batch)).fault?.fault).toMatchObject({ code: 7 })
  // What is no call names nothing.
  expect((await plan.draw(callOf('a'))).fault).toBeUndefined()
})

test('the first unused rule that matches a call applies', async () => {
  const plan = planOf([
    { times: 1, fault: fault(1) },
    { calls: { to: 3 }, fault: fault(2) },
    { fault: fault(3) },
  ])
  expect(await Promise.all([1, 2, 3, 4].map(() => draw(plan)))).toEqual([1, 2, 2, 3])
})

test('all latency adds up, together with any other fault', async () => {
  const plan = planOf([
    { fault: { kind: 'latency', milliseconds: 5 } },
    { fault: fault(1) },
    { times: 1, fault: { kind: 'latency', milliseconds: [10, 20] } },
  ])
  const subject = callOf('a')
  const [first, second] = [await plan.draw(subject), await plan.draw(subject)]
  expect(first.latencyMs).toBeGreaterThanOrEqual(15)
  expect(first.latencyMs).toBeLessThanOrEqual(25)
  expect(first.fault?.fault).toEqual(fault(1))
  expect(second.latencyMs).toBe(5)
})

test('a rate is met in the long run, by chances that differ by seed and key', async () => {
  const rules = [{ rate: [1, 4], fault: fault(1) }] as const
  const drawnOf = (plan: FaultPlan) =>
    Promise.all(Array.from({ length: 4000 }, async () => (await draw(plan)) ?? 0))
  const drawn = await drawnOf(planOf(rules))
  const hits = drawn.filter((code) => code === 1).length
  // Five standard deviations.
  expect(Math.abs(hits - 1000)).toBeLessThan(5 * Math.sqrt(4000 * 0.25 * 0.75))
  expect(await drawnOf(planOf(rules))).toEqual(drawn)
  expect(await drawnOf(planOf(rules, 'another'))).not.toEqual(drawn)
  expect(await drawnOf(planOf(rules, 'seed', 'another'))).not.toEqual(drawn)
})

test('a fault without effect can apply again', async () => {
  const plan = planOf([{ times: 1, fault: fault(1) }])
  const subject = callOf('a')
  ;(await plan.draw(subject)).fault?.hadNoEffect()
  expect(plan.log.entries).toEqual([])
  expect(await draw(plan)).toBe(1)
  expect(await draw(plan)).toBeUndefined()
})

describe('combinations', () => {
  test.each<[rule: Omit<FaultRule, 'fault'>, methods: string, hit: readonly number[]]>([
    [{ calls: 3 }, 'aabbabc', [2]],
    [{ methods: ['b', 'c'], calls: [2, 3] }, 'abacbc', [3, 4]],
    [{ methods: ['b', 'c'], times: 2 }, 'abacbc', [1, 3]],
    [{ times: 2 }, 'abcabc', [0, 1]],
    [{ calls: { from: 2, every: 2 }, times: 2 }, 'abcabcabc', [1, 3]],
  ])('%j of %s', async (rule, methods, hit) => {
    const plan = planOf([{ ...rule, together: true, fault: fault(7) }])
    const drawn: unknown[] = []
    for (const method of methods) drawn.push(await draw(plan, { method }))
    expect(drawn.flatMap((code, place) => (code === 7 ? [place] : []))).toEqual(hit)
  })
})

test('a call counts as one call, whatever its method', async () => {
  const plan = planOf([{ calls: 2, fault: { kind: 'batchShortened' } }])
  const batch = { of: 'batch', methods: ['a'], blocks: [], transport: 'http' } as const
  for (const method of ['batch', 'head', 'eth_subscription']) await draw(plan, { method })
  expect((await plan.draw(batch)).fault).toBeUndefined()
  expect((await plan.draw(batch)).fault?.fault.kind).toBe('batchShortened')
})

test('a rule is used up only once the effects of earlier calls are known', async () => {
  const subject = callOf('a')
  const plan = planOf([{ times: 1, fault: fault(1) }, { fault: fault(2) }])
  const [first, second, third] = [plan.draw(subject), plan.draw(subject), plan.draw(subject)]
  const { fault: taken } = await first
  let isKnown = false
  void second.then(() => {
    isKnown = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isKnown).toBe(false)
  taken?.hadNoEffect()
  const codeOf = async (drawing: typeof first) => {
    const { fault: drawn } = await drawing
    drawn?.happened('it did')
    return drawn?.fault
  }
  expect(await codeOf(second)).toMatchObject({ code: 1 })
  expect(await codeOf(third)).toMatchObject({ code: 2 })
})

describe('the fault log', () => {
  test('lists each fault that occurred', async () => {
    const plan = planOf([{ calls: 2, fault: fault(1) }])
    await draw(plan, { block: 4 })
    await draw(plan, { block: 5, transport: 'webSocket' })
    expect(plan.log.entries).toEqual([
      {
        key: 'dev',
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

  test('keeps only the beginning of long values that clients send', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const plan = planOf([{ fault: fault(1) }])
    collect()
    const before = process.memoryUsage().heapUsed
    for (let call = 0; call < 40; call++) {
      const long = JSON.parse(`"${'x'.repeat(1_000_000)}${call}"`)
      ;(await plan.draw(callOf(long), [long])).fault?.happened(`another for ${long}`)
    }
    collect()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
    const { length, 0: first } = plan.log.entries
    expect([length, first?.method]).toEqual([40, `${'x'.repeat(100)}…`])
  })
})

test('counts any number of methods in bounded space', async () => {
  const plan = planOf([{ calls: { from: 2 }, fault: fault(1) }])
  for (let name = 0; name < 1000; name++) await draw(plan, { method: `m${name}` })
  expect(await draw(plan, { method: 'one more' })).toBeUndefined()
  expect(await draw(plan, { method: 'and another' })).toBe(1)
  expect(await draw(plan, { method: 'm5' })).toBe(1)
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

test('gives each call the faults of its method and count, however calls interleave', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRule, { minLength: 1, maxLength: 5 }),
      fc.string(),
      fc
        .array(fc.constantFrom(...methods), { maxLength: 30 })
        .chain((calls) =>
          fc.tuple(fc.constant(calls), fc.shuffledSubarray(calls, { minLength: calls.length })),
        ),
      async (rules, seed, [calls, shuffled]) => {
        expect(await affected(rules, seed, shuffled)).toEqual(await affected(rules, seed, calls))
      },
    ),
    { numRuns: 100 },
  )
})

/** The faults of calls by method and number, with the first number that each draws from the seed. */
async function affected(rules: readonly FaultRule[], seed: string, calls: readonly string[]) {
  const plan = planOf(rules, seed)
  const counts = new Map<string, number>()
  const drawn = calls.map(async (method) => {
    const call = (counts.get(method) ?? 0) + 1
    counts.set(method, call)
    const { latencyMs, fault } = await plan.draw(callOf(method))
    fault?.happened('it did')
    return [`${method} ${call}`, [latencyMs, fault?.fault, fault?.random.uint32()]]
  })
  return Object.fromEntries(await Promise.all(drawn))
}
