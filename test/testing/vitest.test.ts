import { readdirSync, readFileSync } from 'node:fs'
import { Server } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import type { StateHistory } from '../../src/chain/execution/stateHistory.ts'
import { createChain } from '../../src/createChain.ts'
import { testKey } from '../../src/testing/testKey.ts'
import { ommerFixtures, ommerSetup, testEndpoint } from '../../src/testing/vitest.ts'
import { runVitest } from '../support/runVitest.ts'
import { staticImports } from '../support/staticImports.ts'

afterEach(() => vi.unstubAllEnvs())

const task = { name: 'a test', file: { name: 'any.test.ts' } }

it('gives every worker and every test of each vitest project its own endpoint', async () => {
  const env = { VITEST_POOL_ID: undefined }
  const { report, status } = await runVitest('test/support/vitestProject', env)
  const { numTotalTests, numPassedTests } = report
  expect({ numTotalTests, numPassedTests, status }).toEqual({
    numTotalTests: 21,
    numPassedTests: 21,
    status: 0,
  })
})

// Each worker of a test run loads them, so they must be fast: a chain that can be read takes 20 ms, one that can be built
// or served takes half a second.
it.each(['vitest', 'jest', 'mocha'])('loads no EVM and no server in a worker: %s', (name) => {
  const imported = [...staticImports(`src/testing/${name}.ts`).keys()]
  expect(imported.filter((each) => /ethereumjs\/(?:evm|vm)|express|faker|^ws$/.test(each))).toEqual(
    [],
  )
  expect(imported.some((each) => /chain\/chain\.ts$/.test(each))).toBe(true)
})

it('never loads vitest', () => {
  const lines = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readFileSync(`src/${name}`, 'utf8').split('\n'))
    .filter((line) => !/^ *[*/]/.test(line))
  const imports = (name: RegExp) =>
    lines.filter((line) => name.test(line) && /import|from/.test(line))
  expect(imports(/'\.\.?\/serve\.ts'/).length).toBeGreaterThan(1)
  expect(imports(/['"]@?vitest['"/]/)).toEqual([])
})

it('explains a missing set-up, and is closed after the tear-down', async () => {
  const missing = { code: 'NO_TEST_SERVER' }
  expect(() => testEndpoint('mine')).toThrow(expect.objectContaining(missing))
  const tearDown = await ommerSetup({ chain: { blocks: 1 } })()
  const { url, wsUrl, controlUrl, request } = testEndpoint('mine')
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v3\/mine$/)
  expect(wsUrl).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/ws\/v3\/mine$/)
  expect(controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/control\/mine$/)
  expect(await request({ method: 'eth_blockNumber' })).toBe('0x1')
  expect(() => testEndpoint('not a key')).toThrow(expect.objectContaining({ code: 'INVALID_KEY' }))
  await tearDown()
  expect(() => testEndpoint('mine')).toThrow(expect.objectContaining(missing))
  await expect(request({ method: 'eth_blockNumber' })).rejects.toThrow()
})

it.each([
  [{ chain: { blocks: -1 } }, 'ommerSetup: blocks: -1 is not a whole number from 0 to 1000000'],
  [{ chain: () => ({}) }, /^ommerSetup: chain: want a chain from createChain or loadChain/],
  [{ chian: {} }, /^ommerSetup: chian: there is no such option; .* did you mean chain\?$/],
  [{ serve: { host: '203.0.113.9' } }, /^ommerSetup: cannot listen on 203\.0\.113\.9:0: .*$/],
])('fails with a one-line error: %j', async (options, message) => {
  const chain = { blocks: 1 }
  const error = await ommerSetup({ chain, ...options } as never)().catch((error: unknown) => error)
  expect(error).toMatchObject({ message: expect.stringMatching(message) })
  expect((error as Error).stack).not.toContain('\n')
})

it('resets all endpoints for each run in watch mode', async () => {
  let rerun = async () => {}
  const tearDown = await ommerSetup({ chain: { blocks: 1 } })({
    onTestsRerun: (listener) => {
      rerun = listener
    },
  })
  const before = testEndpoint('mine')
  await before.mine(2)
  await testEndpoint('closed').close()
  await rerun()
  for (const key of ['mine', 'closed']) {
    expect(await testEndpoint(key).head()).toMatchObject({ number: 1 })
  }
  await expect(before.head()).rejects.toThrow()
  await tearDown()
})

it.each(['test', 'worker'] as const)(
  'gives the fixture of a %s the same key in each run',
  async (per) => {
    const tearDown = await ommerSetup({ chain: { blocks: 1 } })()
    const keys: string[] = []
    for (const pool of ['1', '2']) {
      vi.stubEnv('VITEST_POOL_ID', pool)
      await ommerFixtures({ per }).ommer({ task }, async ({ key }) => {
        keys.push(key)
      })
    }
    expect(keys).toEqual(
      per === 'worker' ? ['worker-1', 'worker-2'] : Array(2).fill(await testKey(task)),
    )
    await tearDown()
  },
)

it('gives tests the chain of the set-up, and the truth of their endpoint', async () => {
  const chain = await createChain({ seed: 'truth', blocks: 6, preset: 'latest' })
  const tearDown = await ommerSetup({ chain: () => chain })()
  await ommerFixtures({ per: 'test' }).ommer({ task }, async (ommer) => {
    expect(ommer.chain.head).toEqual(chain.head)
    expect(ommer.accounts).toEqual(chain.accounts)
    const early = ommer.chain
    const [first] = await ommer.reorg({ depth: 2 })
    const hash = first?.hash as `0x${string}`
    expect(early.blockByHash(hash)).toEqual(chain.blockByHash(hash))
    const hashes = (await ommer.truth()).map((block) => block.hash)
    expect(hashes).toHaveLength(8)
    expect(hashes.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((n) => chain.blockByNumber(n)?.hash))
    expect(hashes[5]).toBe(hash)
  })
  await tearDown()
})

it('reports a test that fails and an endpoint that cannot be closed', async () => {
  const tearDown = await ommerSetup({ chain: { blocks: 1 } })()
  const { ommer } = ommerFixtures({ per: 'test' })
  const error: AggregateError = await ommer({ task }, async () => {
    await tearDown()
    throw new Error('the test failed')
  }).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AggregateError)
  expect(error.message).toMatch(
    /^the test failed\nand the clean-up failed: (?:socket hang up|.*ECONNREFUSED)/,
  )
})

it('closes the server if the set-up fails after it has started, and reports all that fails', async () => {
  const servers: Server[] = []
  const { listen } = Server.prototype
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...args) {
    servers.push(this)
    return listen.apply(this, args as never) as never
  })
  const chain = await createChain({ blocks: 1 })
  // These are called when the server has started, to write the chain for the workers.
  vi.spyOn(chain.states as StateHistory, 'onAdded').mockReturnValue(() => {
    throw new Error('the listener stays')
  })
  vi.spyOn(chain.children, 'onExtended').mockImplementation(() => {
    throw new Error('no listener')
  })
  const error: AggregateError = await ommerSetup({ chain: () => chain })().catch((thrown) => thrown)
  expect(error.message).toBe('no listener\nand the clean-up failed: the listener stays')
  expect(servers.map(({ listening }) => listening)).toEqual([false])
  expect(() => testEndpoint('mine')).toThrow(expect.objectContaining({ code: 'NO_TEST_SERVER' }))
  vi.restoreAllMocks()
})

it('creates the endpoint of a test with its options', async () => {
  const tearDown = await ommerSetup({ chain: { blocks: 4, preset: 'latest' } })()
  const options = { head: 2, dialect: 'geth', finality: { safe: 0, finalized: 1 } } as const
  const { ommer } = ommerFixtures({ per: 'test', endpoint: options })
  for (const _attempt of [1, 2]) {
    await ommer({ task }, async (endpoint) => {
      expect(await endpoint.head()).toMatchObject({ number: 2 })
      const final = { method: 'eth_getBlockByNumber', params: ['finalized', false] }
      expect(await endpoint.request(final)).toMatchObject({ number: '0x1' })
      await endpoint.mine(2)
      const lead = testEndpoint(`${endpoint.key}-lead`)
      await lead.renew()
      await endpoint.setLag({ behind: lead.key, blocks: 1 })
      expect(await endpoint.head()).toMatchObject({ number: 3 })
      await lead.close()
    })
  }
  await tearDown()
})

it.each([
  [
    { prr: 'test' },
    'prr: there is no such option; those known are: per, endpoint; did you mean per?',
  ],
  [{ per: 'tests' }, "per: 'tests' is none of: worker, test; did you mean test?"],
  [
    { endpoint: { head: 2 } },
    "endpoint: want per: 'test' beside it, because the tests of a worker share an endpoint",
  ],
  [
    { per: 'test', endpoint: { chain: {} } },
    'endpoint: it has a chain, but the server runs in another process: give the chain to the set-up',
  ],
])('refuses a fixture given as %j', (options, problem) => {
  const error = { code: 'INVALID_OPTION', message: `ommerFixtures: ${problem}` }
  expect(() => ommerFixtures(options as never)).toThrow(expect.objectContaining(error))
})
