import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import { playScenario } from '../../../../src/playScenario.ts'
import type { ServeOptions } from '../../../../src/server/options.ts'
import { type Server, serve } from '../../../../src/server/serve.ts'
import { askOverHttp } from '../../../support/transports.ts'

const closes: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

async function start(options: ServeOptions = {}): Promise<Server> {
  const spec = { seed: 'saved: "as" a scenario', blocks: 16, preset: 'latest' } as const
  const server = await serve(await createChain(spec), { port: 0, ...options })
  closes.push(() => server.close())
  return server
}

interface Saved {
  readonly yaml: string
  readonly steps: readonly object[]
  readonly omitted: readonly string[]
}

const save = ({ controlUrl, url }: Server) =>
  askOverHttp<Saved>(controlUrl ?? url, 'ommer_scenario')

async function play(yaml: string, options = {}) {
  const file = join(mkdtempSync(join(tmpdir(), 'ommer-scenario-')), 'saved.yaml')
  writeFileSync(file, yaml)
  const playing = await playScenario(file, { port: 0, ...options })
  closes.push(() => playing.close())
  await playing.finished
  return playing
}

test('the saved file leads a fresh server to the same head', async () => {
  const server = await start({ control: true })
  await server.mine()
  await server.mine(2)
  const id = await server.snapshot()
  await server.reorg({ depth: 3 })
  await server.increaseTime(100)
  await server.mine(1, { secondsBetween: 30 })
  await server.revert(id)
  await server.rollback(1)
  await server.setFinality({ safe: 1, finalized: 2 })
  server.setFaults([{ methods: 'eth_call', fault: { kind: 'latency', milliseconds: 5 } }])
  await server.reorg({ depth: 1, length: 2 })
  await server.rollback(50).catch(() => {})
  const { yaml, steps, omitted } = await save(server)
  expect(steps).toEqual([
    { mine: 3 },
    { snapshot: 'snapshot-1' },
    { reorg: { depth: 3 } },
    { increaseTime: 100 },
    { mine: { count: 1, secondsBetween: 30 } },
    { revert: 'snapshot-1' },
    { rollback: 1 },
    { setFinality: { safe: 1, finalized: 2 } },
    { setFaults: [{ methods: 'eth_call', fault: { kind: 'latency', milliseconds: 5 } }] },
    { reorg: { depth: 1, length: 2 } },
  ])
  expect(omitted).toEqual([])
  const playing = await play(yaml)
  expect(playing.server.head).toEqual(server.head)
  expect(playing.server.key).toBe('dev')
})

test('begins at the head before the first move, wherever the chain has grown to since', async () => {
  const chain = await createChain({ seed: 'grown', blocks: 8, preset: 'latest' })
  const server = await serve(chain, { port: 0, control: true })
  closes.push(() => server.close())
  await server.rollback(2)
  await chain.extend(4)
  await server.reorg({ depth: 1 })
  const { yaml } = await save(server)
  expect(yaml).toContain('"head":8')
  const playing = await play(yaml)
  expect(playing.server.head).toEqual(server.head)
})

test('follows a chain that has grown between two moves', async () => {
  const chain = await createChain({ seed: 'grown', blocks: 4, preset: 'latest' })
  const server = await serve(chain, { port: 0, control: true })
  closes.push(() => server.close())
  await server.setFinality('stalled')
  await chain.extend(3)
  await server.reorg({ depth: 2 })
  const { yaml, steps } = await save(server)
  expect(steps).toEqual([{ setFinality: 'stalled' }, { advanceTo: 7 }, { reorg: { depth: 2 } }])
  const playing = await play(yaml)
  expect(playing.server.head).toEqual(server.head)
})

test('names the moves that no step can make', async () => {
  const server = await start({ dev: true, apiKeys: ['dev', 'other'] })
  await server.setLag({ behind: 'other', blocks: 1 })
  await server.mine(2)
  // A client of one endpoint must not know what happened at others.
  const { yaml, omitted } = await save(server)
  expect(omitted).toEqual(['setLag'])
  expect(yaml).toContain('# No step can make these moves: setLag.')
  expect(yaml).not.toContain('other')
})

test('has the endpoints that were followed, at the control address', async () => {
  const server = await start({ dev: true, control: true, apiKeys: ['dev', 'other'] })
  const leader = server.endpoint('other')
  await leader.mine(2)
  await server.setLag({ behind: 'other', blocks: 1 })
  await leader.mine()
  await server.mine()
  await leader.rollback(1)
  const { yaml, steps, omitted } = await save(server)
  expect(omitted).toEqual([])
  expect(steps).toEqual([
    { mine: 2, endpoint: 'other' },
    { lag: { behind: 'other', blocks: 1 } },
    { mine: 1, endpoint: 'other' },
    { mine: 1 },
    { rollback: 1, endpoint: 'other' },
  ])
  const { endpoints } = await play(yaml, { dev: true })
  expect([...endpoints.values()].map(({ key, head }) => [key, head])).toEqual([
    ['dev', server.head],
    ['other', leader.head],
  ])
})

test('begins again after a reset', async () => {
  const server = await start({ dev: true })
  await server.mine(3)
  await server.reset()
  await server.mine(2)
  await server.reorg({ depth: 1 })
  const again = await save(server)
  expect(again).toMatchObject({ steps: [{ mine: 2 }, { reorg: { depth: 1 } }], omitted: [] })
  const playing = await play(again.yaml, { dev: true })
  expect(playing.server.head).toEqual(server.head)
})

test('names the hash of a branch that a test has moved to', async () => {
  const server = await start({ control: true })
  const { hash } = server.head
  const added = await server.reorg({ depth: 2 })
  await server.reorg({ to: hash })
  await server.reorg({ to: added })
  const { yaml, steps } = await save(server)
  expect(steps).toEqual([
    { reorg: { depth: 2 } },
    { reorg: { to: hash } },
    { reorg: { to: added.at(-1)?.hash } },
  ])
  expect((await play(yaml)).server.head).toEqual(server.head)
})

test('keeps what happened before a reset if transactions were sent', async () => {
  const server = await start({ dev: true, automine: false })
  const [from] = (await server.request({ method: 'eth_accounts' })) as string[]
  const params = [{ from, to: from, value: '0x1' }]
  await server.request({ method: 'eth_sendTransaction', params })
  await server.mine()
  await server.reset()
  const again = await save(server)
  expect(again.steps).toMatchObject([
    { setAutomine: false },
    { send: {} },
    { mine: 1 },
    { reset: 16 },
  ])
  const playing = await play(again.yaml, { dev: true })
  const pool = { method: 'txpool_content' }
  expect(await playing.server.request(pool)).toEqual(await server.request(pool))
  expect(playing.server.head).toEqual(server.head)
})

test('has no steps before the first move', async () => {
  const { yaml, steps } = await save(await start({ control: true }))
  expect(steps).toEqual([])
  expect(yaml).toMatch(/\nsteps: \[\]\n$/)
  await play(yaml)
})
