import { createTestClient, custom, http, publicActions, type Transport, webSocket } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { playScenario } from '../../src/playScenario.ts'
import { devMethods } from '../../src/rpc/control/devMethods.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import type { Server } from '../../src/server/serve.ts'
import { patient } from '../support/patientViem.ts'
import { ask, serveInTest } from '../support/serving.ts'
import { Subscriber } from '../support/subscriber.ts'
import { askOverHttp, post, request, transports } from '../support/transports.ts'

const chain = await createChain({ seed: 'dev', blocks: 8, preset: 'latest' })

const start = (options: ServeOptions = {}) => serveInTest(chain, { dev: true, ...options })

const modes = ['anvil', 'hardhat', 'ganache'] as const

type Mode = (typeof modes)[number]

const quick = { ...patient, retryCount: 0 }

const viemTransports: Readonly<Record<string, (server: Server) => Transport>> = {
  HTTP: ({ url }) => http(url, quick),
  WebSocket: ({ wsUrl }) => webSocket(wsUrl, { ...quick, reconnect: false, keepAlive: false }),
  'the same process': (server) => custom(server, { retryCount: 0 }),
}

const ways = modes.flatMap((mode) =>
  Object.entries(viemTransports).map(([transport, open]) => ({ mode, transport, open })),
)

function testClient(mode: Mode, transport: Transport) {
  const client = createTestClient({ mode, transport }).extend(publicActions)
  onTestFinished(async () => (await client.transport.getRpcClient?.())?.close())
  return client
}

describe.each(ways)("viem's test client in mode $mode over $transport", ({ mode, open }) => {
  test('moves blocks, time and snapshots', async () => {
    const server = await start()
    const client = testClient(mode, open(server))
    const number = () => client.getBlockNumber({ cacheTime: 0 })
    const time = async () => (await client.getBlock()).timestamp

    await client.mine({ blocks: 2 })
    expect(await number()).toBe(10n)
    const id = await client.snapshot()
    expect(id).toBe('0x1')
    const before = await time()

    await client.setBlockTimestampInterval({ interval: 7 })
    await client.mine({ blocks: 3 })
    expect([await number(), await time()]).toEqual([13n, before + 21n])
    await client.removeBlockTimestampInterval()
    expect(await client.increaseTime({ seconds: 77 })).toBe(77)
    const usual = await server.endpoint('usual').advanceTo(11)
    const { timestamp } = (await server.endpoint('usual').request({
      method: 'eth_getBlockByHash',
      params: [usual.hash, false],
    })) as { readonly timestamp: `0x${string}` }

    await client.revert({ id })
    expect([await number(), await time()]).toEqual([10n, before])
    await client.increaseTime({ seconds: 77 })
    await client.mine({ blocks: 1 })
    expect(await time()).toBe(BigInt(timestamp) + 77n)

    await client.setNextBlockTimestamp({ timestamp: before + 123_456n })
    await client.mine({ blocks: 1 })
    expect([await number(), await time()]).toEqual([12n, before + 123_456n])
    expect(server.head.hash).toBe((await client.getBlock()).hash)
  })

  test('resets the endpoint', async () => {
    const server = await start()
    const client = testClient(mode, open(server))
    const initial = await client.getBlock()
    await client.mine({ blocks: 2 })
    await client.reset()
    expect(await client.getBlock()).toEqual(initial)
    await client.reset({ blockNumber: 5n, jsonRpcUrl: null as never })
    expect(server.head).toMatchObject({ number: 5, hash: chain.blockByNumber(5)?.hash })
    await expect(client.reset({ blockNumber: 5n, jsonRpcUrl: 'nowhere' })).rejects.toThrow(
      'this server cannot fork networks while it runs',
    )
    await expect(client.reset({ blockNumber: 9n, jsonRpcUrl: null as never })).rejects.toThrow(
      'there is no block 9',
    )
    expect(server.head.number).toBe(5)
  })
})

test.each(['anvil', 'hardhat'] as const)(
  "viem's test client in mode %s mines at an interval",
  async (mode) => {
    const client = testClient(mode, custom(await start()))
    const before = (await client.getBlock()).timestamp
    await client.mine({ blocks: 2, interval: 1000 })
    const [first, second] = [await client.getBlock({ blockNumber: 9n }), await client.getBlock()]
    expect([first.timestamp, second.timestamp]).toEqual([before + 1000n, before + 2000n])
  },
)

test('all actions of viem are served', () => {
  const actions = [
    'increaseTime',
    'mine',
    'removeBlockTimestampInterval',
    'reset',
    'revert',
    'snapshot',
    'setBlockTimestampInterval',
    'setNextBlockTimestamp',
    'dropTransaction',
    'dumpState',
    'loadState',
    'getAutomine',
    'setAutomine',
    'setIntervalMining',
    'getTxpoolContent',
    'getTxpoolStatus',
    'inspectTxpool',
    'setBalance',
    'setCode',
    'setNonce',
    'setStorageAt',
    'setBlockGasLimit',
    'setCoinbase',
    'setMinGasPrice',
    'setNextBlockBaseFeePerGas',
    'impersonateAccount',
    'stopImpersonatingAccount',
    'sendUnsignedTransaction',
    'setLoggingEnabled',
    'setRpcUrl',
  ]
  const client = createTestClient({ mode: 'anvil', transport: http('http://127.0.0.1:1') })
  const own = Object.keys(client).filter(
    (name) => typeof client[name as keyof typeof client] === 'function',
  )
  const others = own.filter((name) => !['extend', 'request'].includes(name))
  expect(actions.toSorted()).toEqual(others.toSorted())
})

test.each(ways)('only a server that can fork asks another node: $mode, $transport', async (way) => {
  const client = testClient(way.mode, way.open(await start()))
  await expect(client.setRpcUrl('http://127.0.0.1')).rejects.toThrow(
    'this server cannot fork networks',
  )
})

describe("other clients' helpers", () => {
  test("of web3.py's testing module work", async () => {
    const { url } = await start()
    const id = await askOverHttp(url, 'evm_snapshot')
    expect(await askOverHttp(url, 'evm_mine', 3)).toBe('0x0')
    expect(await askOverHttp(url, 'eth_blockNumber')).toBe('0xb')
    expect(await askOverHttp(url, 'evm_revert', id)).toBe(true)
    expect(await askOverHttp(url, 'eth_blockNumber')).toBe('0x8')
    const { timestamp } = (await askOverHttp(url, 'eth_getBlockByNumber', 'latest', false)) as {
      timestamp: string
    }
    const later = Number(timestamp) + 1000
    expect(await askOverHttp(url, 'testing_timeTravel', later)).toBeNull()
    await askOverHttp(url, 'evm_mine', 1)
    expect(await askOverHttp(url, 'eth_getBlockByNumber', 'latest', false)).toMatchObject({
      timestamp: `0x${later.toString(16)}`,
    })
    expect(await askOverHttp(url, 'evm_reset')).toBeNull()
    expect(await askOverHttp(url, 'eth_blockNumber')).toBe('0x8')
  })

  test('of Hardhat get the results that they check', async () => {
    const { url } = await start()
    // hardhat-network-helpers refuses a snapshot whose id is not a string, and a restore that is not true.
    const id = await askOverHttp(url, 'evm_snapshot')
    expect(id).toBe('0x1')
    expect(await askOverHttp(url, 'hardhat_mine', '0x3', '0x1')).toBe(true)
    expect(await askOverHttp(url, 'evm_revert', id)).toBe(true)
    expect(await askOverHttp(url, 'evm_revert', '0x63')).toBe(false)
    expect(await askOverHttp(url, 'hardhat_reset')).toBe(true)
    expect(await askOverHttp(url, 'hardhat_reset', { chainId: 31337, mining: {} })).toBe(true)
  })

  test('can have the version that they look for', async () => {
    const { url } = await start({ clientVersion: 'anvil/v1' })
    expect(await askOverHttp(url, 'web3_clientVersion')).toBe('anvil/v1')
  })
})

describe('moves at the address of an endpoint', () => {
  test('need dev, and the error says so', async () => {
    const server = await start({ dev: false })
    expect(await askOverHttp(server.url, 'evm_mine')).toEqual({
      code: -32601,
      message: 'the method evm_mine does not exist/is not available: it needs --dev',
    })
    await expect(server.request({ method: 'evm_mine' })).rejects.toMatchObject({ code: -32601 })
    expect(JSON.stringify(await askOverHttp(server.url, 'rpc.discover'))).not.toContain('evm_mine')
  })

  test.each(['core', 'all'] as const)('are added to the methods %s', async (methods) => {
    const server = await start({ methods, control: true })
    expect(await askOverHttp(server.url, 'evm_mine')).toBe('0x0')
    expect(server.head.number).toBe(9)
    const page = await fetch(new URL('/', server.url))
    const index = (await page.json()) as { methods: string[] }
    expect(index.methods).toEqual(expect.arrayContaining([...devMethods.keys()]))
    expect(new Set(index.methods).size).toBe(index.methods.length)
    // The control address still has all of its methods, each once.
    const names = async (url: string) => {
      const document = (await askOverHttp(url, 'rpc.discover')) as { methods: { name: string }[] }
      return document.methods?.map(({ name }) => name)
    }
    if (methods === 'core') return
    const [own, atControl] = [await names(server.url), await names(server.controlUrl as string)]
    expect(own).toEqual(expect.arrayContaining([...devMethods.keys()]))
    expect(own).not.toContain('ommer_createEndpoint')
    expect(atControl).toEqual(expect.arrayContaining(['ommer_status', 'ommer_createEndpoint']))
    expect(new Set(atControl).size).toBe(atControl.length)
  })

  test('name no other key in errors, and manage no endpoints', async () => {
    const server = await start({ apiKeys: ['one', 'secret'] })
    const lag = { behind: 'nobody', blocks: 1 }
    expect(await askOverHttp(server.url, 'ommer_setLag', lag)).toEqual({
      code: -32000,
      message: "there is no endpoint 'nobody'",
      data: { code: 'UNKNOWN_ENDPOINT' },
    })
    for (const method of ['ommer_createEndpoint', 'ommer_closeEndpoint']) {
      expect(await askOverHttp(server.url, method, 'secret')).toMatchObject({
        code: -32601,
        message: expect.stringMatching(/: only the control address has it/),
      })
    }
  })

  test('show the status without other keys', async () => {
    const server = await start({ apiKeys: ['one', 'secret'], anyKey: true })
    const lagging = server.endpoint('lagging')
    await lagging.setLag({ behind: 'secret', blocks: 1 })
    expect(await askOverHttp(server.url, 'ommer_status')).toMatchObject({
      key: 'one',
      keys: ['one'],
    })
    expect(await askOverHttp(lagging.url, 'ommer_status')).toMatchObject({ lag: { blocks: 1 } })
    expect(JSON.stringify(await askOverHttp(lagging.url, 'ommer_status'))).not.toContain('secret')
  })

  test.each(transports)('run in the order of a batch over $transport', async ({ open }) => {
    const server = await start()
    const connection = await open(server)
    onTestFinished(() => connection.close())
    const calls = [
      ['eth_blockNumber'],
      ['evm_snapshot'],
      ['hardhat_mine', '0x2'],
      ['eth_blockNumber'],
      ['anvil_rollback', 6],
      ['eth_sendBundle', '0x00'],
      ['eth_blockNumber'],
      ['evm_revert', '0x1'],
      ['eth_blockNumber'],
    ].map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const notification = { jsonrpc: '2.0', method: 'evm_mine' }
    const last = { jsonrpc: '2.0', id: 99, method: 'eth_blockNumber' }
    const body = JSON.stringify([...calls, notification, last])
    const answers = JSON.parse(await connection.ask(body)) as {
      result?: unknown
      error?: { code: number }
    }[]
    expect(answers.map(({ result, error }) => error?.code ?? result)).toEqual([
      '0x8',
      '0x1',
      true,
      '0xa',
      null,
      -32601,
      '0x4',
      true,
      '0x8',
      '0x9',
    ])
  })

  test.each(transports)('run as a notification over $transport', async ({ open }) => {
    const server = await start()
    const connection = await open(server)
    onTestFinished(() => connection.close())
    expect(await connection.tell('{"jsonrpc":"2.0","method":"evm_mine"}')).toBe('')
    // The move waits for its turn, as does a second one.
    await connection.ask(request('evm_snapshot'))
    expect(server.head.number).toBe(9)
    // A notification that only reads does not run.
    expect(await connection.tell('{"jsonrpc":"2.0","method":"eth_chainId"}')).toBe('')
  })

  test.each([
    ['on a WebSocket', async ({ wsUrl }: Server) => await Subscriber.open(wsUrl)],
    [
      'in the same process',
      (server: Server) => ({
        ask: (method: string, ...params: unknown[]) => ask(server, method, ...params),
      }),
    ],
  ])('keep their order %s, even if they are sent at once', async (_, open) => {
    const server = await start()
    const client = await open(server)
    const results = await Promise.all([
      client.ask('hardhat_mine', '0x3'),
      client.ask('evm_snapshot'),
      client.ask('anvil_rollback', 2),
      client.ask('evm_mine'),
      client.ask('evm_revert', '0x1'),
    ])
    expect(results).toEqual([true, '0x1', null, '0x0', true])
    expect(server.head.number).toBe(11)
  })

  test('reach subscribers, and only clients of this endpoint', async () => {
    const server = await start({ apiKeys: ['one', 'two'] })
    const [one, two] = [
      await Subscriber.open(server.wsUrl),
      await Subscriber.open(server.endpoint('two').wsUrl),
    ]
    onTestFinished(() => {
      for (const { socket } of [one, two]) socket.terminate()
    })
    await one.subscribe('newHeads')
    await two.subscribe('newHeads')
    await askOverHttp(server.url, 'anvil_mine', 2)
    await askOverHttp(server.url, 'anvil_reorg', 1, [])
    const numbers = (await one.received()).map(({ result }) => result.number)
    expect(numbers).toEqual(['0x9', '0xa', '0xa'])
    expect(await two.received()).toEqual([])
  })

  test('work under each key of an endpoint, in every dialect', async () => {
    const server = await start()
    const geth = server.endpoint('geth')
    expect(await askOverHttp(geth.url, 'evm_mine')).toBe('0x0')
    expect([server.head.number, geth.head.number]).toEqual([9, 9])
    expect(await askOverHttp(geth.url, 'eth_sendBundle', '0x')).toMatchObject({
      code: -32601,
      message: expect.stringMatching(/^the method eth_sendBundle does not exist\/is not/),
    })
  })

  test('report what is wrong in one line', async () => {
    const { url } = await start()
    expect(await askOverHttp(url, 'anvil_rollback', 99)).toMatchObject({
      code: -32000,
      data: { code: 'ROLLBACK_TOO_DEEP' },
    })
    expect(await askOverHttp(url, 'evm_increaseTime', 'soon')).toMatchObject({ code: -32602 })
    const metrics = await (await fetch(new URL('/metrics', url))).text()
    expect(metrics).toContain(
      'ommer_requests_total{method="anvil_rollback",result="OPERATION_REFUSED"} 1',
    )
  })

  test('are not affected by faults, nor counted by rules', async () => {
    const server = await start()
    server.setFaults([{ calls: 2, together: true, fault: { kind: 'null' } }])
    const inProcess = (method: string) => server.request({ method })
    expect(await askOverHttp(server.url, 'evm_mine')).toBe('0x0')
    expect(await inProcess('evm_mine')).toBe('0x0')
    expect(await askOverHttp(server.url, 'eth_chainId')).toBe('0x539')
    expect(await inProcess('evm_mine')).toBe('0x0')
    const batch = JSON.stringify(
      ['evm_mine', 'eth_chainId', 'evm_mine'].map((method, id) => ({ jsonrpc: '2.0', id, method })),
    )
    const answers = (await (await post(server.url, batch)).json()) as { result: unknown }[]
    expect(answers.map(({ result }) => result)).toEqual(['0x0', null, '0x0'])
    expect(server.head.number).toBe(13)
    expect(await askOverHttp(server.url, 'ommer_setFaults', null)).toBeNull()
    expect(server.faultLog()).toMatchObject([{ call: 2, method: 'eth_chainId', kind: 'null' }])
  })
})

describe('moves in a scenario', () => {
  const spec = { preset: 'latest', blocks: 8 } as const

  test('run between its steps, and are not counted by its waits', async () => {
    const scenario = await playScenario(
      { spec, steps: [{ waitFor: { calls: 2 } }, { rollback: 5 }] },
      { port: 0, dev: true },
    )
    onTestFinished(() => scenario.close())
    const { server } = scenario
    expect(await askOverHttp(server.url, 'anvil_mine', 2)).toBeNull()
    expect(await server.request({ method: 'evm_mine' })).toBe('0x0')
    expect(await askOverHttp(server.url, 'eth_blockNumber')).toBe('0xb')
    expect(scenario.played).toBe(0)
    // The read in this batch is the second call: the step follows.
    const batch = ['evm_mine', 'eth_blockNumber'].map((method, id) => ({
      jsonrpc: '2.0',
      id,
      method,
    }))
    const answers = await (await post(server.url, JSON.stringify(batch))).json()
    expect(answers).toMatchObject([{ result: '0x0' }, { result: '0xc' }])
    await scenario.finished
    expect(server.head.number).toBe(7)
  })
})

test('dev works with a key of your own on a host that others can reach', async () => {
  const server = await start({ host: '0.0.0.0', apiKeys: ['own'] })
  const { port } = new URL(server.url)
  expect(await askOverHttp(`http://127.0.0.1:${port}/v3/own`, 'evm_mine')).toBe('0x0')
  expect((await post(`http://127.0.0.1:${port}/v3/dev`, request('evm_mine'))).status).toBe(401)
})

describe('what clients send', () => {
  /** Sends a payment of an account of the chain. */
  const pay = (server: Server, account: number, tip: bigint) => {
    const from = chain.accounts[account]?.address
    const fees = { maxPriorityFeePerGas: `0x${tip.toString(16)}`, maxFeePerGas: '0x174876e800' }
    return askOverHttp(server.url, 'eth_sendTransaction', { from, to: from, ...fees })
  }
  const sentIn = async (server: Server): Promise<unknown> => {
    const block = await askOverHttp(server.url, 'eth_getBlockByNumber', 'latest', false)
    return (block as { transactions: unknown }).transactions
  }

  test('is mined at once beside an interval with mixedMining', async () => {
    const server = await start({ miningInterval: 2_000_000, mixedMining: true })
    const hash = await pay(server, 0, 1n)
    expect(await sentIn(server)).toEqual([hash])
    expect(await askOverHttp(server.url, 'anvil_getIntervalMining')).toBe(2_000_000)
  })

  test.each(['fees', 'fifo'] as const)('is in the order %s', async (poolOrder) => {
    const server = await start({ automine: false, poolOrder })
    const low = await pay(server, 0, 1n)
    const high = await pay(server, 1, 9n)
    await askOverHttp(server.url, 'evm_mine')
    expect(await sentIn(server)).toEqual(poolOrder === 'fifo' ? [low, high] : [high, low])
  })
})
