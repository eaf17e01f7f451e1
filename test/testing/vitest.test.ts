import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { testKey } from '../../src/testing/testKey.ts'
import { ommerFixtures, ommerSetup, testEndpoint } from '../../src/testing/vitest.ts'
import { staticImports } from '../support/staticImports.ts'

afterEach(() => vi.unstubAllEnvs())

const task = { name: 'a test', file: { name: 'any.test.ts' } }

it('gives every worker and every test of each vitest project its own endpoint', () => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--root',
      'test/support/vitestProject',
      '--reporter',
      'json',
    ],
    { encoding: 'utf8', env: { ...process.env, VITEST_POOL_ID: undefined } },
  )
  const { numTotalTests, numPassedTests } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  expect({ numTotalTests, numPassedTests, status }).toEqual({
    numTotalTests: 21,
    numPassedTests: 21,
    status: 0,
  })
})

// Each worker of a test run loads it, so it must be fast: valibot takes 6 to 9 ms.
it('loads only valibot in a worker, and never vitest', () => {
  const packages = [...staticImports('src/testing/vitest.ts').keys()].filter(
    (name) => !isAbsolute(name),
  )
  expect(packages).toEqual(['valibot'])
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
  [{ serve: { host: '203.0.113.9' } }, /^ommerSetup: cannot listen on 203\.0\.113\.9:0: .*$/],
])('fails with a one-line error: %j', async (options, message) => {
  const chain = { blocks: 1 }
  const error = await ommerSetup({ chain, ...options })().catch((error: unknown) => error)
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
])('refuses a fixture given as %j', (options, problem) => {
  const error = { code: 'INVALID_OPTION', message: `ommerFixtures: ${problem}` }
  expect(() => ommerFixtures(options as never)).toThrow(expect.objectContaining(error))
})
