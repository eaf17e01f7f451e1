import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { playScenario } from '../../../src/playScenario.ts'
import type { Hex } from '../../../src/primitives/hex.ts'
import type { ServeOptions } from '../../../src/server/options.ts'
import { type Server, serve } from '../../../src/server/serve.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { type Happening, happening, questions, requestOf } from '../../support/happenings.ts'
import { signedTransactions } from '../../support/signedTransactions.ts'
import { repeated } from '../../support/sized.ts'
import { until } from '../../support/until.ts'

const KEYS = ['a', 'b'] as const

const folder = mkdtempSync(join(tmpdir(), 'ommer-saved-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Preset = 'latest' | 'pow'

/** A server whose endpoints clients have used. */
async function start(preset: Preset, options: ServeOptions = {}) {
  const spec = { seed: 'saved', blocks: 14, preset, mnemonic: TEST_MNEMONIC }
  const chain = await createChain(spec)
  const common = { port: 0, dev: true, control: true, apiKeys: KEYS }
  return { chain, server: await serve(chain, { ...common, ...options }) }
}

/** Some of what happens is refused, depending on what has happened before. */
async function happen(
  server: Server,
  what: Happening,
  where?: 'url' | 'controlUrl',
): Promise<void> {
  const accounts = (await server.request({ method: 'eth_accounts' })) as string[]
  const { address, body } = requestOf(what, accounts)
  const headers = { 'content-type': 'application/json' }
  const url = server.endpoint(what.key)[where ?? address] as string
  await (await fetch(url, { method: 'POST', headers, body })).text()
}

interface Saved {
  readonly yaml: string
  readonly steps: readonly Readonly<Record<string, unknown>>[]
  readonly omitted: readonly string[]
}

// Not by `callMethod`: the fetch of Node 24 may fail where a connection is closed after a long response.
async function save({ controlUrl }: ServedEndpoint): Promise<Saved> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ommer_scenario' })
  const response = await fetch(controlUrl as string, { method: 'POST', headers, body })
  return ((await response.json()) as { readonly result: Saved }).result
}

let count = 0

async function play(yaml: string, options: ServeOptions) {
  const file = join(folder, `${++count}.yaml`)
  writeFileSync(file, yaml)
  const playing = await playScenario(file, { port: 0, dev: true, ...options })
  await playing.finished
  return playing
}

/** What clients see of an endpoint. */
async function seen(endpoint: ServedEndpoint): Promise<unknown> {
  // Without dev there is no pool.
  const ask = ([method, ...params]: (typeof questions)[number]) =>
    endpoint.request({ method, params }).catch((error: Error) => error.message)
  return [await Promise.all(questions.map(ask)), endpoint.irregular]
}

/** Plays what was saved, and compares. */
async function expectSame(server: Server, key: string, options: ServeOptions = {}): Promise<Saved> {
  const saved = await save(server.endpoint(key))
  expect(saved.omitted).toEqual([])
  const { endpoints, server: first, close } = await play(saved.yaml, options)
  expect(first.key).toBe(key)
  for (const [each, endpoint] of endpoints) {
    expect(await seen(endpoint)).toEqual(await seen(server.endpoint(each)))
  }
  await close()
  return saved
}

/** The state is loaded where no move leads but those that are forgotten, and without a move of the head. */
const stateLoadedOnBranch: Happening[] = [
  { key: 'a', call: ['ommer_rollback', 1] },
  { key: 'a', call: ['ommer_reset'] },
  { key: 'a', call: ['ommer_reorg', { depth: 1, length: 1 }] },
  {
    key: 'a',
    call: [
      'anvil_loadState',
      `0x${Buffer.from(JSON.stringify({ accounts: { [`0x${'77'.repeat(20)}`]: { nonce: 6, balance: '0x7' } } })).toString('hex')}`,
    ],
  },
]

describe.each(['simulated', 'wall'] as const)('what is saved where the clock is %s', (clock) => {
  it('leads another server to the same head, pool and state', async () => {
    const events = fc.array(happening(KEYS), { minLength: 1, maxLength: 24 })
    const presets = fc.constantFrom<Preset>('latest', 'pow')
    await fc.assert(
      fc.asyncProperty(presets, events, fc.boolean(), async (preset, made, automine) => {
        const { server } = await start(preset, { clock, automine })
        for (const what of made) {
          await happen(server, what)
        }
        for (const key of KEYS) await expectSame(server, key)
        await server.close()
      }),
      { numRuns: repeated(8, 300), examples: [['latest', stateLoadedOnBranch, false]] },
    )
  })

  it('does not grow by what snapshots undo, and leads to the same head, pool and state', async () => {
    const event = fc.oneof(happening(KEYS), fc.constant('pair' as const))
    const events = fc.array(event, { minLength: 1, maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(events, fc.boolean(), async (made, automine) => {
        const { server } = await start('latest', { clock, automine })
        const [endpoint] = KEYS.map((key) => server.endpoint(key)) as [ServedEndpoint]
        const ids: unknown[] = []
        for (const what of made) {
          if (what !== 'pair') await happen(server, what)
          else if (ids.length === 0) ids.push(await endpoint.request({ method: 'evm_snapshot' }))
          else await endpoint.request({ method: 'evm_revert', params: [ids.pop()] })
        }
        const id = await endpoint.request({ method: 'evm_snapshot' })
        const before = await save(endpoint)
        await happen(server, { key: 'a', call: ['ommer_mine', 2] })
        await happen(server, { key: 'a', together: 2 })
        await endpoint.request({ method: 'evm_revert', params: [id] })
        const after = await save(endpoint)
        expect(after.steps.length).toBeLessThanOrEqual(before.steps.length)
        for (const key of KEYS) {
          const { omitted } = await save(server.endpoint(key))
          if (omitted.length === 0) await expectSame(server, key)
        }
        await server.close()
      }),
      { numRuns: repeated(8, 300) },
    )
  })

  it('keeps apart a block that has ended a lag, and one after a move of the leader', async () => {
    const { server } = await start('latest', { clock })
    const [leader, follower] = KEYS.map((key) => server.endpoint(key)) as [
      ServedEndpoint,
      ServedEndpoint,
    ]
    await follower.setLag({ behind: 'a', blocks: 1 })
    await follower.mine()
    await leader.mine()
    await follower.mine()
    await follower.mine()
    const { steps } = await expectSame(server, 'b')
    expect(steps.flatMap(Object.keys)).toEqual(['lag', 'mine', 'mine', 'endpoint', 'mine'])
    await server.close()
  })

  it('names transactions by hash after a snapshot has undone some', async () => {
    const { server } = await start('latest', { clock, automine: false })
    const [first, , second] = signedTransactions
    const ask = (method: string, ...params: unknown[]) => server.request({ method, params })
    await ask('eth_sendRawTransaction', first)
    const id = await ask('evm_snapshot')
    await ask('eth_sendRawTransaction', second)
    await ask('evm_revert', id)
    await ask('eth_sendRawTransaction', second)
    await server.holdTransaction(3)
    await server.mine()
    const { steps } = await expectSame(server, 'a')
    expect(steps.flatMap(Object.keys)).toEqual([
      'setAutomine',
      'send',
      'send',
      'holdTransaction',
      'mine',
    ])
    await server.holdTransaction(9)
    expect((await save(server)).omitted).toEqual(['holdTransaction'])
    await server.close()
  })

  it('says if a block is meant that only what was undone has built', async () => {
    const { server } = await start('latest', { clock })
    const id = await server.request({ method: 'evm_snapshot' })
    const hash = (await server.mine(1))[0]?.hash as Hex
    await server.request({ method: 'evm_revert', params: [id] })
    await server.reorg({ depth: 1, length: 1 })
    expect((await save(server)).omitted).toEqual([])
    await server.reorg({ to: hash })
    expect((await save(server)).omitted).toEqual(['reorg'])
    await server.close()
  })

  it('has the state that a follower has set after a block of both', async () => {
    const { server } = await start('latest', { clock })
    const [leader, follower] = KEYS.map((key) => server.endpoint(key))
    await follower?.setLag({ behind: 'a', blocks: 1 })
    await follower?.setBalance('0xcccccccccccccccccccccccccccccccccccccccc', 5n)
    await leader?.rollback(1)
    expect(leader?.irregular).toMatchObject({ reasons: ['state'] })
    const { yaml } = await expectSame(server, 'a')
    expect(yaml).toContain('setBalance')
    await server.close()
  })

  it('has what was mined because a transaction was sent again', async () => {
    const { server } = await start('latest', { clock, automine: false })
    const send = () =>
      server.request({ method: 'eth_sendRawTransaction', params: [signedTransactions[0]] })
    await send()
    await server.setAutomine(true)
    await expect(send()).rejects.toThrow('already known')
    expect(server.head.number).toBe(15)
    await expectSame(server, 'a')
    await server.close()
  })

  it('has a transaction before which more than a block waited', async () => {
    const { server } = await start('latest', { clock, automine: false })
    await server.setBlockGasLimit(42_000n)
    const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    const send = (maxPriorityFeePerGas: string) =>
      server.request({
        method: 'eth_sendTransaction',
        params: [{ from, to: from, gas: '0x5208', maxPriorityFeePerGas }],
      })
    for (let sent = 0; sent < 4; sent++) await send('0x77359400')
    await server.setAutomine(true)
    await send('0x77359400')
    expect(server.head.number).toBe(17)
    await expectSame(server, 'a')
    await server.close()
  })

  it('has the blocks that a timer has mined', async () => {
    const { server } = await start('latest', { clock })
    const [raw, , second] = signedTransactions
    await server.setMiningInterval(0.01)
    await server.setAutomine(false)
    const request = { method: 'eth_sendRawTransaction', params: [raw as string] }
    await server.request(request)
    await until(() => server.head.number > 17)
    await server.request({ ...request, params: [second as string] })
    await until(() => server.head.number > 20)
    await server.setMiningInterval(undefined)
    const { steps } = await expectSame(server, 'a')
    expect(steps.filter(({ send }) => send !== undefined)).toEqual([
      { send: { raw } },
      { send: { raw: second } },
    ])
    await server.close()
  })
})

test('what is saved without dev leads another server to the same head while the chain grows', async () => {
  const grow = fc.record({ grow: fc.integer({ min: 1, max: 2 }) })
  const event = fc.oneof({ weight: 5, arbitrary: happening(KEYS) }, { weight: 1, arbitrary: grow })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 16 }), async (made) => {
      const { chain, server } = await start('latest', { dev: false })
      for (const what of made) {
        if ('grow' in what) await chain.extend(what.grow)
        else await happen(server, what, 'controlUrl')
      }
      for (const key of KEYS) {
        const { omitted } = await save(server.endpoint(key))
        if (!omitted.includes('chain.extend')) await expectSame(server, key, { dev: false })
      }
      await server.close()
    }),
    { numRuns: repeated(4, 100) },
  )
})

test('what is saved says if the chain has grown while the time of the next block was set', async () => {
  const { chain, server } = await start('latest', { dev: false })
  await server.increaseTime(100)
  expect((await save(server)).omitted).toEqual([])
  await chain.extend(1)
  expect((await save(server)).omitted).toEqual(['chain.extend'])
  await server.reset()
  expect((await save(server)).omitted).toEqual([])
  await server.close()
})

test('what is saved says if the chain has grown past blocks of the endpoint', async () => {
  const { chain, server } = await start('latest')
  await server.mine()
  expect((await save(server)).omitted).toEqual([])
  await chain.extend(1)
  expect((await save(server)).omitted).toEqual(['chain.extend'])
  await server.close()
})
