import { existsSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { FaultRule } from '../../../src/faults/faultRule.ts'
import type { HuntedClient, HuntServer } from '../../../src/hunt/client/client.ts'
import { playToEnd } from '../../../src/hunt/run/judge.ts'
import { ServedChains } from '../../../src/hunt/run/servedChains.ts'
import { Session } from '../../../src/hunt/run/session.ts'
import type { Scenario } from '../../../src/scenario/scenario.ts'
import type { Step } from '../../../src/scenario/step.ts'

const chains = new ServedChains()
afterAll(() => chains.close())

const judging = { patience: 400, confirmations: 0, expectation: undefined }

/** A client that does nothing, and what was done to it. */
function noted(more: Partial<HuntedClient> = {}) {
  const events: string[] = []
  const client: HuntedClient = {
    start() {
      events.push('start')
      return (how: string) => events.push(how)
    },
    rows: () => [],
    ...more,
  }
  return { events, client }
}

const begin = (client: HuntedClient, steps: readonly Step[], id: string) =>
  Session.begin(chains, client, { seed: 's', spec: { blocks: 4 }, steps }, id)

test('starts a client once, also where the first step restarts it', async () => {
  const { events, client } = noted()
  const session = await begin(client, [{ restartClient: 'kill' }, { mine: 1 }], 'first')
  await playToEnd(session, judging)
  await session.end()
  expect(events).toEqual(['start', 'kill'])
})

test('restarts it in between', async () => {
  const { events, client } = noted()
  const steps = [{ waitFor: { calls: 1 } }, { restartClient: 'stop' as const }, { mine: 1 }]
  const session = await begin(client, steps, 'between')
  // Nothing asks, so the wait is skipped.
  expect((await playToEnd(session, judging)).skippedWaits).toEqual([0])
  await session.end()
  expect(events).toEqual(['start', 'stop', 'start', 'kill'])
})

test('makes the chain longer than it ever was', async () => {
  const { client } = noted()
  const session = await begin(client, [{ mine: 2 }, { rollback: 4 }], 'longer')
  expect(await session.catchUp()).toEqual([{ node: 'dev', count: 5, timestamp: undefined }])
  expect(session.truth()[0]?.blocks.at(-1)?.header.number).toBe(7)
  await session.end()
})

test('leaves only the blocks of a run in the chain, for the next run', async () => {
  const { client } = noted()
  const { chains: served } = await chains.get(new Map([[undefined, { blocks: 4, seed: 's' }]]))
  const { tree, children } = served.get(undefined) as Chain
  const before = tree.sideBlocks.length
  for (const run of ['first', 'second']) {
    const session = await begin(client, [{ reorg: { depth: 2, length: 4 } }, { mine: 2 }], run)
    await session.end()
    expect(tree.sideBlocks.length).toBe(before + 6)
  }
  // Nothing of a run still needs them, so they go with what the chain keeps for the next one.
  for (const block of tree.sideBlocks.slice(before).toReversed()) children.release(block)
  expect(tree.sideBlocks.length).toBe(before)
})

test('a node that is alone answers at the end', async () => {
  const { client } = noted()
  const lasting: FaultRule = { methods: 'eth_getBlockByNumber', fault: { kind: 'null' } }
  const session = await begin(client, [{ setFaults: [lasting] }], 'alone')
  const ask = async () => {
    const request = {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getBlockByNumber',
      params: ['0x1', false],
    }
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(request)
    const answer = await fetch(session.server.url, { method: 'POST', headers, body })
    return ((await answer.json()) as { result: object | null }).result
  }
  await playToEnd(session, judging)
  expect(await ask()).toBeNull()
  await session.catchUp()
  expect(await ask()).toMatchObject({ number: '0x1' })
  await session.end()
})

test('tells a client of the tokens up to where its node begins', async () => {
  const { client } = noted()
  const spec = { preset: 'latest', blocks: 20, traffic: { 'token-creation': 1 } } as const
  const tokensAt = async (head: number) => {
    const endpoints = [{ key: 'node', head }]
    const session = await Session.begin(chains, client, { spec, endpoints, steps: [] }, `t${head}`)
    await session.end()
    return session.server.contracts.length
  }
  const [few, more] = [await tokensAt(8), await tokensAt(20)]
  expect(few).toBeGreaterThan(0)
  expect(few).toBeLessThan(more)
})

test('frees what belongs to a run, whatever fails', async () => {
  let server: HuntServer | undefined
  const { client } = noted({
    before(given) {
      server = given
      throw new Error('no database')
    },
    after() {
      throw new Error('no such database')
    },
  })
  await expect(begin(client, [], 'fails')).rejects.toThrow('no database')
  expect(existsSync(`${server?.dir}`)).toBe(false)
  const answer = await fetch(`${server?.url}`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
})

test('serves several chains, whose heads have the same time at the end', async () => {
  let given: HuntServer | undefined
  const { client } = noted({
    before(server) {
      given = server
    },
  })
  const scenario: Scenario = {
    seed: 's',
    spec: { blocks: 4 },
    chains: { second: { spec: { blocks: 9, chainId: 10 } } },
    endpoints: [{ key: 'a' }, { key: 'b', chain: 'second' }, { key: 'c', chain: 'second' }],
    truth: ['c', 'a'],
    steps: [{ rollback: 1, endpoint: 'c' }],
  }
  const session = await Session.begin(chains, client, scenario, 'several')
  expect(given?.chains.map(({ chainId }) => chainId)).toEqual([1337, 10])
  expect(given?.chains.map(({ url }) => url)).toEqual(given?.urls.slice(0, 2))
  const mined = await session.catchUp()
  expect(mined).toEqual([
    { node: 'c', count: 2, timestamp: undefined },
    { node: 'a', count: 1, timestamp: expect.any(Number) },
  ])
  const times = () =>
    session.truth().map(({ chainId, blocks }) => [chainId, blocks.at(-1)?.header.timestamp])
  const [[id, time] = [], other] = times()
  expect(id).toBe(10)
  expect(other).toEqual([1337, time])
  await session.mineOne()
  const after = Number(time) + 12
  expect(times()).toEqual([
    [10, after],
    [1337, after],
  ])
  await session.end()
})

test('counts a call through a pool once', async () => {
  const { client } = noted()
  const scenario: Scenario = {
    seed: 's',
    spec: { blocks: 4 },
    endpoints: [
      { key: 'a' },
      { key: 'b', lag: { behind: 'a', blocks: 0 } },
      { key: 'p', pool: { of: ['a', 'b'] } },
    ],
    steps: [{ lag: { behind: 'a', blocks: 2 }, endpoint: 'b' }],
  }
  const session = await Session.begin(chains, client, scenario, 'pool')
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const headers = { 'content-type': 'application/json' }
  const ask = () => fetch(session.server.url, { method: 'POST', headers, body })
  for (let call = 0; call < 5; call++) await ask()
  expect(session.calls.calls).toHaveLength(5)
  expect([...session.calls.called]).toEqual(['pool.p'])
  // A client that asks the pool alone could not see which node is behind.
  await session.catchUp()
  const heads = new Set<string>()
  for (let call = 0; call < 8; call++) heads.add(await (await ask()).text())
  expect(heads.size).toBe(1)
  await session.end()
})

const failing: FaultRule = { fault: { kind: 'serverError' } }
const noReceipts: FaultRule = { methods: 'eth_getBlockReceipts', fault: { kind: 'null' } }
const once: FaultRule = { ...failing, times: 5 }
const forgets: FaultRule = { fault: { kind: 'noSideBlocks' } }

describe('at the end of two nodes, of which one lags', () => {
  test.each<[string, FaultRule[], FaultRule[], boolean, [behind: number, faults: boolean[]]]>([
    ['both answer: it may stay behind', [], [], true, [2, [false, false]]],
    ['the other one fails: it catches up', [failing], [], true, [0, [true, false]]],
    ['both fail: it recovers, too', [failing], [failing], true, [0, [true, false]]],
    ['the other one lacks data: it catches up', [noReceipts], [], true, [0, [true, false]]],
    ['neither has the data: it recovers', [noReceipts], [noReceipts], true, [0, [true, false]]],
    ['faults that end do not matter', [once], [failing], true, [2, [true, true]]],
    ['nor does what a node forgets', [forgets], [failing], true, [2, [false, true]]],
    ['the client cannot tell them apart', [failing], [failing], false, [0, [false, false]]],
  ])('%s', async (name, ofNode, ofReplica, asksBoth, [behind, faulty]) => {
    const { client } = noted()
    const id = name.replaceAll(/\W/g, '')
    const scenario: Scenario = {
      seed: 's',
      spec: { blocks: 4 },
      endpoints: [
        { key: 'a' },
        { key: 'b', lag: { behind: 'a', blocks: 2 } },
        { key: 'p', pool: { of: ['a', 'b'] } },
      ],
      steps: [{ setFaults: ofNode }, { setFaults: ofReplica, endpoint: 'b' }],
    }
    const session = await Session.begin(chains, client, scenario, id)
    const { url, urls } = session.server
    const [replica, node] = urls as [string, string]
    const headers = { 'content-type': 'application/json' }
    const ask = async (at: string, method: string, params: unknown[] = []) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      return (await fetch(at, { method: 'POST', headers, body })).text()
    }
    for (const each of asksBoth ? urls : [url]) await ask(each, 'eth_blockNumber')
    await session.catchUp()
    const { server } = await chains.get(new Map([[undefined, { seed: 's', blocks: 4 }]]))
    const heads = ['a', 'b'].map((key) => server.endpoint(`${id}.${key}`).head.number)
    expect(heads).toEqual([4, 4 - behind])
    const answers = await Promise.all(
      [node, replica].map((each) => ask(each, 'eth_getBlockReceipts', ['0x1'])),
    )
    expect(answers.map((answer) => !answer.includes('"result":['))).toEqual(faulty)
    await session.end()
  })
})
