import { Agent, request as ofNode } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { Child } from '../../scripts/bench/child.ts'
import { createChain } from '../../src/chain/createChain.ts'
import { miningTurns } from '../../src/endpoint/miningTurns.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { serve } from '../../src/server/serve.ts'
import { serveInTest } from '../support/serving.ts'
import { sized } from '../support/sized.ts'
import { Subscriber } from '../support/subscriber.ts'
import { askOverHttp, post } from '../support/transports.ts'

it('keeps endpoints, each with its own head and branch, in under 5 KB each', async () => {
  const child = new Child(new URL('../support/children/endpoints.ts', import.meta.url), {
    nodeOptions: ['--expose-gc'],
  })
  try {
    const bytes = await child.do<number>('bytesOfEach', sized(2400, 3000))
    expect(bytes).toBeGreaterThan(100)
    expect(bytes).toBeLessThan(5120)
  } finally {
    await child.stop()
  }
})

it('stops the timers of unused endpoints that clients have made, not of those that were named', async () => {
  const chain = await createChain({ seed: 'timers', blocks: 2 })
  const keys = { apiKeys: ['named'], anyKey: true }
  const server = await serve(chain, { port: 0, dev: true, ...keys })
  const take = vi.spyOn(miningTurns, 'take').mockResolvedValue()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    for (const key of ['named', 'any']) {
      const body = '{"jsonrpc":"2.0","id":1,"method":"evm_setIntervalMining","params":[1]}'
      await post(server.url.replace('/named', `/${key}`), body)
    }
    await vi.advanceTimersByTimeAsync(120_000)
    const turnsOf = (isOfClients: boolean) =>
      take.mock.calls.filter((call) => call[1] === isOfClients).length
    expect([turnsOf(false), turnsOf(true)]).toEqual([120, 59])
  } finally {
    vi.useRealTimers()
    take.mockRestore()
    await server.close()
  }
})

describe('the default keys', async () => {
  const chain = await createChain({ seed: 'two keys', blocks: 24 })
  async function start(options: ServeOptions = {}) {
    const server = await serveInTest(chain, { control: true, ...options })
    const [dev, geth] = [server.url, server.url.replace('/dev', '/geth')]
    const [devControl, gethControl] = [dev, geth].map((url) => url.replace('/v3/', '/control/'))
    return {
      server,
      dev,
      geth,
      devControl: devControl as string,
      gethControl: gethControl as string,
    }
  }

  const latest = ['eth_getBlockByNumber', 'latest', false] as const
  const pending = ['eth_getBlockByNumber', 'pending', false] as const

  it('select one endpoint, in two dialects', async () => {
    const { server, dev, geth } = await start()
    expect([server.key, server.keys, server.dialect]).toEqual(['dev', ['dev', 'geth'], 'infura'])
    const second = server.endpoint('geth')
    expect([second.key, second.keys, second.dialect]).toEqual(['geth', ['dev', 'geth'], 'geth'])
    expect([second.url, second.wsUrl]).toEqual([geth, server.wsUrl.replace('/dev', '/geth')])
    for (const call of [
      (...[method, ...params]: readonly [string, ...unknown[]]) =>
        askOverHttp(geth, method, ...params),
      (...[method, ...params]: readonly [string, ...unknown[]]) =>
        second.request({ method, params }),
    ]) {
      expect(await call(...latest)).toMatchObject({ hash: server.head.hash })
      expect(await call(...latest)).not.toHaveProperty('totalDifficulty')
      expect(await call(...pending)).toMatchObject({ number: '0x19' })
      const logs = (await call('eth_getLogs', { fromBlock: '0x0' })) as object[]
      expect(logs.length).toBeGreaterThan(0)
      expect(logs[0]).toHaveProperty('blockTimestamp')
      expect(await call('rpc.discover')).toHaveProperty(
        'info.description',
        expect.stringContaining('dialect geth'),
      )
    }
    expect(await askOverHttp(dev, ...latest)).toHaveProperty('totalDifficulty')
    expect(await askOverHttp(dev, ...pending)).toMatchObject({ number: null })
    expect(await askOverHttp(dev, 'eth_getLogs', { fromBlock: '0x0' })).not.toHaveProperty(
      '0.blockTimestamp',
    )
  })

  it('are separate on one connection', async () => {
    const { dev, geth } = await start()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const askOn = (url: string) =>
      new Promise<unknown>((resolve, reject) => {
        const headers = { 'content-type': 'application/json' }
        const sent = ofNode(url, { method: 'POST', agent, headers }, (response) => {
          text(response).then((body) => resolve(JSON.parse(body).result), reject)
        })
        sent.on('error', reject)
        const [method, ...params] = latest
        sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
      })
    for (const url of [dev, geth, dev, geth]) {
      const block = (await askOn(url)) as object
      expect('totalDifficulty' in block, url).toBe(url === dev)
    }
    agent.destroy()
  })

  it('move one head, and notify subscribers of both', async () => {
    const { server, dev, geth, gethControl } = await start()
    const second = server.endpoint('geth')
    const subscribers = await Promise.all(
      [server, second].map(({ wsUrl }) => Subscriber.open(wsUrl)),
    )
    for (const subscriber of subscribers) await subscriber.subscribe('newHeads')
    const snapshot = await second.snapshot()
    await askOverHttp(gethControl, 'evm_mine')
    expect([server.head.number, second.head.number]).toEqual([25, 25])
    const [[infuraHead], [gethHead]] = (await Promise.all(
      subscribers.map((subscriber) => subscriber.received()),
    )) as unknown as [{ result: object }[], { result: object }[]]
    expect(infuraHead?.result).toMatchObject({ hash: server.head.hash })
    expect(gethHead?.result).toMatchObject({ hash: server.head.hash })
    // geth writes null for the fields of future forks.
    expect(infuraHead?.result).not.toHaveProperty('requestsHash')
    expect(gethHead?.result).toHaveProperty('requestsHash')
    await server.reorg({ depth: 2 })
    expect([
      await askOverHttp(dev, 'eth_blockNumber'),
      await askOverHttp(geth, 'eth_blockNumber'),
    ]).toEqual(['0x1a', '0x1a'])
    expect(second.head).toEqual(server.head)
    expect(await server.revert(snapshot)).toBe(true)
    expect(second.head.number).toBe(24)
    for (const { socket } of subscribers) socket.terminate()
  })

  it('share faults, call counts and the fault log', async () => {
    const { server, dev, geth } = await start()
    const second = server.endpoint('geth')
    second.setFaults([
      { methods: 'eth_chainId', calls: 2, fault: { kind: 'error', code: 7, message: 'x' } },
    ])
    expect(await askOverHttp(dev, 'eth_chainId')).toBe('0x539')
    expect(await askOverHttp(geth, 'eth_chainId')).toEqual({ code: 7, message: 'x' })
    expect(await askOverHttp(geth, 'eth_chainId')).toBe('0x539')
    expect(server.faultLog()).toHaveLength(1)
    expect(second.faultLog()).toEqual(server.faultLog())
    server.setFaults([{ methods: latest[0], fault: { kind: 'staleHead', blocks: 1 } }])
    // Errors use the dialect of the key, too.
    expect(await askOverHttp(geth, ...latest)).toMatchObject({ number: '0x17' })
    expect(await askOverHttp(geth, ...latest)).not.toHaveProperty('totalDifficulty')
    expect(await second.request({ method: latest[0], params: latest.slice(1) })).not.toHaveProperty(
      'totalDifficulty',
    )
    expect(await askOverHttp(dev, ...latest)).toHaveProperty('totalDifficulty')
  })

  it('can each be lagged behind, and used at the control address', async () => {
    const { server, devControl, gethControl } = await start()
    const behind = server.endpoint('behind', { lag: { behind: 'geth', blocks: 2 } })
    await server.mine()
    expect(behind.head.number).toBe(23)
    await behind.setLag({ behind: 'dev', blocks: 1 })
    expect(behind.head.number).toBe(24)
    const [own, other] = await Promise.all(
      [devControl, gethControl].map((url) => askOverHttp(url, 'ommer_status') as Promise<object>),
    )
    expect(own).toMatchObject({ key: 'dev', dialect: 'infura', keys: ['dev', 'geth'] })
    expect(other).toEqual({ ...own, key: 'geth', dialect: 'geth' })
    expect(
      await askOverHttp(gethControl, 'eth_getBlockByNumber', 'latest', false),
    ).not.toHaveProperty('totalDifficulty')
    expect(
      await askOverHttp(devControl, 'ommer_setLag', { behind: 'geth', blocks: 1 }),
    ).toMatchObject({
      data: { code: 'LAG_LOOP' },
    })
  })

  it('return the existing endpoint unchanged', async () => {
    const { server } = await start()
    expect(server.endpoint('geth', { dialect: 'geth' }).keys).toEqual(['dev', 'geth'])
    for (const options of [{ dialect: 'infura' }, { head: 3 }] as const) {
      expect(() => server.endpoint('geth', options)).toThrow(
        expect.objectContaining({
          code: 'ENDPOINT_EXISTS',
          message: expect.stringContaining("another key of endpoint 'dev'"),
        }),
      )
    }
  })

  it('end together', async () => {
    const { server, dev, geth, devControl } = await start()
    const keeper = server.endpoint('keeper')
    const subscriber = await Subscriber.open(server.endpoint('geth').wsUrl)
    const closed = new Promise((resolve) => subscriber.socket.once('close', resolve))
    expect(await askOverHttp(keeper.controlUrl as string, 'ommer_closeEndpoint', 'geth')).toBeNull()
    expect(await closed).toBe(1001)
    for (const url of [dev, geth, devControl]) expect((await post(url, '{}')).status).toBe(401)
    const renewed = server.endpoint('geth', { head: 3 })
    expect([renewed.head.number, renewed.keys, renewed.dialect]).toEqual([3, ['geth'], 'infura'])
  })

  it('do not exist with given keys or anyKey', async () => {
    const given = await start({ apiKeys: ['dev', { key: 'own', dialect: 'geth' }] })
    expect((await post(given.geth, '{}')).status).toBe(401)
    const own = given.server.endpoint('own')
    expect([own.keys, own.dialect, given.server.dialect]).toEqual([['own'], 'geth', 'infura'])
    await own.mine()
    expect(given.server.head.number).toBe(24)
    const any = await start({ anyKey: true })
    await any.server.mine()
    expect(await askOverHttp(any.geth, 'eth_blockNumber')).toBe('0x18')
    expect(await askOverHttp(any.geth, ...latest)).toHaveProperty('totalDifficulty')
    expect(any.server.endpoint('geth').keys).toEqual(['geth'])
  })

  it('follow the dialect of the server, except for the second', async () => {
    const { server } = await start({ dialect: 'geth' })
    expect([server.dialect, server.endpoint('geth').dialect]).toEqual(['geth', 'geth'])
  })
})
