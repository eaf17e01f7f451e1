import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { ommerSetup, testEndpoint } from '../src/vitest.ts'

it('gives every worker and every test of a vitest project an endpoint of its own', () => {
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
    numTotalTests: 8,
    numPassedTests: 8,
    status: 0,
  })
})

it('says what to do where the set-up is missing, and is gone after the tear-down', async () => {
  const missing = { code: 'NO_TEST_SERVER' }
  expect(() => testEndpoint('mine')).toThrow(expect.objectContaining(missing))
  const tearDown = await ommerSetup({ chain: { blocks: 1 } })()
  const { url, wsUrl, request } = testEndpoint('mine')
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v3\/mine$/)
  expect(wsUrl).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/ws\/v3\/mine$/)
  expect(await request({ method: 'eth_blockNumber' })).toBe('0x1')
  await tearDown()
  expect(() => testEndpoint('mine')).toThrow(expect.objectContaining(missing))
  await expect(request({ method: 'eth_blockNumber' })).rejects.toThrow()
})
