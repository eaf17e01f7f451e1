import { describe, expect, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import {
  type Candidate,
  drawCandidate,
  scenarioOf,
  varyCandidate,
} from '../../../src/hunt/draw/candidate.ts'
import { cleanScenario, type DrawOptions } from '../../../src/hunt/draw/drawBase.ts'
import type { EventName } from '../../../src/hunt/draw/eventKinds.ts'
import { eventKinds, eventNames, isLast } from '../../../src/hunt/draw/eventKinds.ts'
import { headMoves } from '../../../src/hunt/draw/headMoves.ts'
import type { Profile } from '../../../src/hunt/draw/profile.ts'
import { Random } from '../../../src/primitives/random.ts'
import { resolveScenario } from '../../../src/scenario/resolveScenario.ts'

const profile: Profile = {
  polls: [{ method: 'eth_blockNumber', named: undefined, count: 4, atReplica: 0 }],
  work: [
    { method: 'eth_getBlockByHash', named: 'hash', count: 9, atReplica: 5 },
    { method: 'eth_getBlockReceipts', named: 'number', count: 9, atReplica: 0 },
  ],
  fields: new Map([['eth_getBlockReceipts', ['[0].gasUsed']]]),
  asksNodes: false,
  asksForFinality: true,
  finality: undefined,
}

const weights = Object.fromEntries(
  eventNames.map((name) => [name, eventKinds[name].weight]),
) as Record<EventName, number>

const options: DrawOptions = {
  seed: 'draw',
  spec: undefined,
  chains: 1,
  dialect: 'geth',
  weights,
  force: false,
  finality: undefined,
  replicas: 'sometimes',
  seeds: 3,
}

const drawn = Array.from({ length: 300 }, (_, index) =>
  drawCandidate(new Random(`candidate ${index}`), options, profile),
)

const steps = drawn.flatMap((candidate) => [...scenarioOf(candidate).steps])

/** The block at which a client begins. */
const headOf = ({ base }: Candidate): number => base.endpoints[0]?.head ?? base.spec?.blocks ?? 0

test('every candidate is a valid scenario', () => {
  for (const candidate of drawn) expect(() => resolveScenario(scenarioOf(candidate))).not.toThrow()
})

test('all kinds of events are drawn', () => {
  const asksNodes = Array.from({ length: 100 }, (_, index) =>
    drawCandidate(
      new Random(`nodes ${index}`),
      { ...options, replicas: 'always' },
      { ...profile, asksNodes: true },
    ),
  )
  const kinds = new Set(
    [...drawn, ...asksNodes].flatMap(({ events }) => events.map(({ kind }) => kind)),
  )
  expect([...kinds].toSorted()).toEqual([...eventNames].toSorted())
})

test('nothing follows what lasts until the end', () => {
  const lasting = drawn.filter(({ events }) => events.some(({ kind }) => isLast(kind)))
  expect(lasting.length).toBeGreaterThan(5)
  for (const { events } of lasting) {
    expect(events.findIndex(({ kind }) => isLast(kind))).toBe(events.length - 1)
  }
  for (const [index, candidate] of lasting.entries()) {
    const varied = varyCandidate(new Random(`vary ${index}`), candidate, options, profile)
    const at = varied.events.findIndex(({ kind }) => isLast(kind))
    expect([-1, varied.events.length - 1]).toContain(at)
  }
})

test('some chains are longer than what clients read at once, and some have no finality', () => {
  const long = drawn.filter((candidate) => headOf(candidate) >= 130)
  const without = drawn.filter(({ base }) => base.endpoints[0]?.finality === 'absent')
  expect(long.length).toBeGreaterThan(5)
  expect(without.length).toBeGreaterThan(10)
})

test('clients begin at different blocks of few chains', () => {
  const once = Array.from({ length: 100 }, (_, index) =>
    drawCandidate(new Random(`few ${index}`), { ...options, seeds: 1 }, profile),
  )
  const chains = once.map(({ base: { seed, spec } }) => JSON.stringify({ seed, spec }))
  expect(new Set(chains).size).toBeLessThan(8)
  expect(new Set(once.map(headOf))).toEqual(new Set([24, 40, 130]))
  for (const { base } of once) {
    const [{ head = 0, finality } = {}] = base.endpoints
    expect(finality ?? head).not.toBeUndefined()
    expect(head).toBeLessThan(base.spec?.blocks ?? 0)
  }
})

test('a client begins at the last block of a chain whose length the user has chosen', () => {
  const own = { ...options, spec: { blocks: 20 } }
  const chosen = drawCandidate(new Random('chosen'), own, profile)
  expect(chosen.base).toMatchObject({ spec: { blocks: 20 } })
  expect(chosen.base.endpoints.map(({ head }) => head)).not.toContainEqual(expect.anything())
})

test('the tokens of a chain are older than what can be reorganized', async () => {
  expect(Math.min(...drawn.map(headOf))).toBe(24)
  for (const seed of ['t1', 't2', 't3', 't4', 't5', 't6', 't7', 't8']) {
    const chain = await createChain({ ...cleanScenario(options).spec, seed })
    const tokensAt = (block: number): number => {
      const contracts = chain.contractIndex.at(chain.tree.byNumber(block) as SealedBlock)
      return contracts.filter(({ role }) => role === 'token').length
    }
    expect([tokensAt(24 - 8), tokensAt(24)]).toEqual([1, 1])
  }
})

test('the same draws give the same candidates', () => {
  const again = drawCandidate(new Random('candidate 7'), options, profile)
  expect(again).toEqual(drawn[7])
})

test('no reorg removes more blocks than may be final', () => {
  const depths = steps.flatMap((step) => ('reorg' in step ? [step.reorg.depth ?? 0] : []))
  expect(depths.length).toBeGreaterThan(50)
  expect(Math.max(...depths)).toBeLessThanOrEqual(8 + 8)
})

test('waits are for what the client asks', () => {
  const methods = new Set(steps.flatMap((step) => ('waitFor' in step ? [step.waitFor.method] : [])))
  expect([...methods].toSorted()).toEqual([
    'eth_blockNumber',
    'eth_getBlockByHash',
    'eth_getBlockReceipts',
  ])
})

test('depths are around what the client takes as final', () => {
  const force = { ...options, force: true, finality: 30 }
  const depths = Array.from({ length: 100 }, (_, index) =>
    scenarioOf(drawCandidate(new Random(`deep ${index}`), force, profile)),
  ).flatMap(({ steps }) => steps.flatMap((step) => ('reorg' in step ? [step.reorg.depth] : [])))
  expect(depths).toEqual(expect.arrayContaining([29, 30, 31]))
})

describe('a kind with weight 0', () => {
  test.each(eventNames)('is never drawn: %s', (name) => {
    const without = { ...options, weights: { ...weights, [name]: 0 } }
    const kinds = Array.from({ length: 40 }, (_, index) =>
      drawCandidate(new Random(`without ${index}`), without, profile),
    ).flatMap(({ events }) => events.map(({ kind }) => kind))
    expect(kinds).not.toContain(name)
  })
})

test('a varied candidate is valid, and on the same chain', () => {
  for (const [index, candidate] of drawn.slice(0, 100).entries()) {
    const varied = varyCandidate(new Random(`vary ${index}`), candidate, options, profile)
    expect(varied.base).toBe(candidate.base)
    expect(() => resolveScenario(scenarioOf(varied))).not.toThrow()
  }
})

describe('with several chains', () => {
  const several = Array.from({ length: 100 }, (_, index) =>
    drawCandidate(new Random(`several ${index}`), { ...options, chains: 3 }, profile),
  )

  test('every candidate is a valid scenario with all of them', () => {
    for (const candidate of several) {
      const { chains, truths } = resolveScenario(scenarioOf(candidate))
      expect(Object.keys(chains)).toEqual(['chain-2', 'chain-3'])
      expect(truths).toEqual(['node', 'node-2', 'node-3'])
    }
    const still = resolveScenario(cleanScenario({ ...options, chains: 3 }))
    expect(Object.values(still.chains).map(({ spec }) => spec?.chainId)).toEqual([1338, 1339])
  })

  test('events move each of them, some without a wait between', () => {
    const all = several.flatMap(({ events }) => events)
    expect(new Set(all.map(({ node }) => node))).toEqual(new Set(['node', 'node-2', 'node-3']))
    const endpoints = all
      .filter(({ node }) => node === 'node-2')
      .flatMap(({ steps }) => steps.map(({ endpoint }) => endpoint))
    expect([...new Set(endpoints)].toSorted()).toEqual([
      'node-2',
      'pool-of-node-2',
      'replica-of-node-2',
    ])
    const atOnce = several.filter(({ events }) =>
      events.some(({ node, steps: [first] }, index) => {
        const isOther = index > 0 && events[index - 1]?.node !== node
        return isOther && first !== undefined && 'reorg' in first
      }),
    )
    expect(atOnce.length).toBeGreaterThan(5)
  })
})

test('waits are for blocks that the client may not have read', () => {
  for (const candidate of drawn) {
    const { events } = candidate
    const blocks = headOf(candidate)
    for (const [index, { node, steps }] of events.entries()) {
      const [first] = steps
      if (first === undefined || !('waitFor' in first)) continue
      const { block } = first.waitFor
      if (typeof block !== 'number') continue
      const before = headMoves(
        events.slice(0, index).flatMap((event) => event.steps),
        node,
      )
      const last = headMoves(events[index - 1]?.steps ?? [], node)
      const head = blocks + before.head
      const unread = index === 0 ? 0 : head - (last.head - last.kept) + 1
      expect(block).toBeGreaterThanOrEqual(unread)
      expect(block).toBeLessThanOrEqual(head)
    }
  }
})

test('no event removes what was final at any time before it', () => {
  for (const { base, events } of drawn) {
    const finality = base.spec?.finality?.finalized ?? 0
    for (const [index, { node, steps }] of events.entries()) {
      const before = headMoves(
        events.slice(0, index).flatMap((event) => event.steps),
        node,
      )
      const { kept } = headMoves(steps, node)
      expect(before.head + kept).toBeGreaterThanOrEqual(before.peak - finality)
    }
  }
})

test('of two nodes each may fail, and both may', () => {
  const two = Array.from({ length: 100 }, (_, index) =>
    drawCandidate(
      new Random(`two ${index}`),
      { ...options, replicas: 'always', weights: { ...weights, wrongData: 40 } },
      profile,
    ),
  )
  const faulty = two.flatMap(({ events }) =>
    events
      .filter(({ kind }) => kind === 'wrongData')
      .map(({ steps }) =>
        steps.flatMap((step) => ('setFaults' in step ? [`${step.endpoint}`] : [])).join(', '),
      ),
  )
  expect([...new Set(faulty)].toSorted()).toEqual([
    '',
    'node',
    'node, replica-of-node',
    'replica-of-node',
  ])
})

test('untrue answers differ in the fields that the client gets', () => {
  const rules = steps.flatMap((step) => ('setFaults' in step ? step.setFaults : []))
  expect(rules).toContainEqual(
    expect.objectContaining({
      methods: 'eth_getBlockReceipts',
      fault: { kind: 'corrupt', field: '[0].gasUsed' },
    }),
  )
})

test('chains have uncles more often where the client asks for them', () => {
  const habit = { method: 'eth_getUncleByBlockHashAndIndex', named: 'hash', count: 1 } as const
  const asks = { ...profile, work: [...profile.work, { ...habit, atReplica: 0 }] }
  const withUncles = (each: Profile) =>
    Array.from({ length: 400 }, (_, index) =>
      drawCandidate(new Random(`uncles ${index}`), options, each),
    ).filter(({ base }) => base.spec?.preset === 'pow').length
  expect(withUncles(asks)).toBeGreaterThan(2 * withUncles(profile))
})
