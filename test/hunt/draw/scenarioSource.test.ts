import { expect, test } from 'vitest'
import { type Candidate, scenarioOf } from '../../../src/hunt/draw/candidate.ts'
import { type EventName, eventKinds, eventNames } from '../../../src/hunt/draw/eventKinds.ts'
import { ScenarioSource } from '../../../src/hunt/draw/scenarioSource.ts'
import type { ObservedCall } from '../../../src/hunt/run/observedCall.ts'

const weights = Object.fromEntries(
  eventNames.map((name) => [name, eventKinds[name].weight]),
) as Record<EventName, number>

const options = {
  seed: 'source',
  spec: undefined,
  chains: 1,
  dialect: undefined,
  weights,
  force: false,
  finality: undefined,
}

/** A call to a node that the client asks, as a run has it. */
function call(key: string, method: string, named: ObservedCall['named']): ObservedCall {
  const answer = '"result":{"hash":"0x1"}}'
  const params = named === 'hash' ? ['0x1', false] : ['finalized', false]
  return {
    key: `h1x1.${key}`,
    chainId: 1337,
    method,
    params,
    outcome: 'ok',
    answer,
    named,
    block: undefined,
    head: 12,
  }
}

const calls = ['node', 'replica-of-node'].flatMap((key) => [
  call(key, 'eth_getBlockByNumber', 'tag'),
  call(key, 'eth_getBlockByHash', 'hash'),
])

/** Runs in which the client makes the same calls, and each step is played after one of them. */
function drawMany(count: number): Candidate[] {
  const source = new ScenarioSource(options)
  source.learnCalls(calls)
  return Array.from({ length: count }, () => {
    const candidate = source.candidate()
    const steps = scenarioOf(candidate).steps.flatMap((step) => Object.keys(step).slice(0, 1))
    const moments = steps.map((step, index) => ({ calls: index % calls.length, step }))
    source.learn({ calls, moments }, candidate)
    return candidate
  })
}

test('the same seed draws the same scenarios, also after some were kept', () => {
  expect(drawMany(40)).toEqual(drawMany(40))
})

test('each kind of event is among the first scenarios', () => {
  const kinds = drawMany(40).flatMap(({ events }) => events.map(({ kind }) => kind))
  expect([...new Set(kinds)].toSorted()).toEqual([...eventNames].toSorted())
})

test('the first chains have two nodes, and most have where the client asks both', () => {
  const source = new ScenarioSource(options)
  const nodes = () => source.candidate().base.endpoints.length
  expect([nodes(), nodes()]).toEqual([3, 3])
  const unknown = Array.from({ length: 40 }, nodes).filter((count) => count > 1)
  source.learnCalls(calls)
  const known = Array.from({ length: 40 }, nodes).filter((count) => count > 1)
  expect(unknown.length).toBeLessThan(20)
  expect(known.length).toBeGreaterThan(20)
})

test('the first event of several is drawn as the client begins, others as it goes on', () => {
  const source = new ScenarioSource({ ...options, dialect: 'geth' })
  const byNumber = (block: number) => {
    return { ...call('node', 'eth_getBlockReceipts', 'number'), block, head: 40 }
  }
  // It looks for what it takes as final, and then reads from the first block on.
  source.learnCalls([byNumber(31), ...Array.from({ length: 31 }, (_, block) => byNumber(block))])
  expect(source.profile.finality).toBe(9)
  for (let run = 0; run < 12; run++) source.learnCalls(calls.slice(0, 2))
  const methods = { first: new Set<unknown>(), later: new Set<unknown>() }
  for (let count = 0; count < 40; count++) {
    const { first, next } = source.series()
    const later = next([first])
    for (const [at, event] of Object.entries({ first, later })) {
      for (const step of event?.steps ?? []) {
        if ('waitFor' in step) methods[at as 'first' | 'later'].add(step.waitFor.method)
      }
    }
  }
  expect(methods.first).toContain('eth_getBlockReceipts')
  expect(methods.later).toContain('eth_getBlockByHash')
})

test('some clients are soon started anew', () => {
  const source = new ScenarioSource(options)
  const lengths = Array.from({ length: 40 }, () => source.series().length)
  expect(new Set(lengths)).toEqual(new Set([2, 8, 32]))
})

test('something happens to many clients while they begin, unless that is to be avoided', () => {
  const source = new ScenarioSource(options)
  const begun = () =>
    Array.from({ length: 60 }, () => source.series().first).filter(({ steps }) => steps.length > 0)
      .length
  const before = begun()
  for (let count = 0; count < 5; count++) source.avoidBeginning()
  expect(before).toBeGreaterThan(15)
  expect(begun()).toBeLessThan(12)
  expect(begun()).toBeGreaterThan(0)
})

test('scenarios have one seed at first, and more later', () => {
  const source = new ScenarioSource(options)
  const seedsOf = (count: number) =>
    new Set(Array.from({ length: count }, () => source.candidate().base.seed))
  expect([...seedsOf(250)]).toEqual(['source-0'])
  expect(seedsOf(600).size).toBe(3)
})

test('each field of an answer is untrue before one is so again', () => {
  const onlyFields = Object.fromEntries(
    eventNames.map((name) => [name, Number(name === 'wrongField')]),
  )
  const source = new ScenarioSource({
    ...options,
    weights: onlyFields as Record<EventName, number>,
  })
  const names = Array.from({ length: 40 }, (_, index) => `field${index}`)
  const answer = `"result":${JSON.stringify(Object.fromEntries(names.map((name) => [name, '0x1'])))}}`
  source.learnCalls([{ ...call('node', 'eth_getBlockByHash', 'hash'), answer }])
  const fieldsOf = (steps: Candidate['events'][number]['steps']) =>
    steps
      .flatMap((step) => ('setFaults' in step ? step.setFaults : []))
      .flatMap(({ fault }) => ('field' in fault ? [fault.field] : []))
  const [one, two] = [source.candidate(), source.candidate()].map(({ events }) => {
    return new Set(events.flatMap(({ steps }) => fieldsOf(steps)))
  })
  expect(one?.size).toBeGreaterThan(0)
  expect([...(two ?? [])].filter((field) => one?.has(field))).toEqual([])
})

test('fields that were not untrue yet are soon', () => {
  const source = new ScenarioSource(options)
  const names = Array.from({ length: 80 }, (_, index) => `field${index}`)
  const answer = `"result":${JSON.stringify(Object.fromEntries(names.map((name) => [name, '0x1'])))}}`
  source.learnCalls([{ ...call('node', 'eth_getBlockByHash', 'hash'), answer }])
  const untrue = new Set<unknown>()
  for (let count = 0; count < 60; count++) {
    for (const step of scenarioOf(source.candidate()).steps) {
      const rules = 'setFaults' in step ? step.setFaults : []
      for (const { fault } of rules) if ('field' in fault) untrue.add(fault.field)
    }
  }
  expect(untrue.size).toBe(80)
})
