import { afterEach, expect, it } from 'vitest'
import { TEST_SERVER_VARIABLE } from '../../src/primitives/ownVariables.ts'
import { ommerSetup, ommerTeardown } from '../../src/testing/jest.ts'
import { processSetup } from '../../src/testing/processSetup.ts'
import { testEndpoint } from '../../src/testing/testEndpoint.ts'

afterEach(ommerTeardown)

it('serves from the set-up to the tear-down', async () => {
  await ommerSetup({ chain: { blocks: 3, preset: 'latest' } })()
  const { head, url } = testEndpoint('mine')
  expect(await head.call(testEndpoint('mine'))).toMatchObject({ number: 3 })
  await ommerTeardown()
  expect(() => testEndpoint('mine')).toThrow(expect.objectContaining({ code: 'NO_TEST_SERVER' }))
  await expect(fetch(url, { method: 'POST' })).rejects.toThrow()
  await ommerTeardown()
})

it('can be set up again, as in watch mode', async () => {
  for (const blocks of [1, 2]) {
    await ommerSetup({ chain: { blocks, preset: 'latest' } })()
    expect(await testEndpoint('mine').head()).toMatchObject({ number: blocks })
    expect(testEndpoint('mine').chain.head.header.number).toBe(blocks)
    await ommerTeardown()
  }
})

it('refuses a second set-up in one run', async () => {
  await ommerSetup({ chain: { blocks: 1 } })()
  const { setUp, tearDown } = processSetup()
  await expect(setUp({})).rejects.toMatchObject({ code: 'SETUP_EXISTS' })
  await tearDown()
  expect(process.env[TEST_SERVER_VARIABLE]).toBeDefined()
})

it('leaves nothing behind if it fails', async () => {
  await expect(ommerSetup({ chain: { blocks: -1 } })()).rejects.toThrow(/^ommerSetup: blocks: -1 /)
  expect(process.env[TEST_SERVER_VARIABLE]).toBeUndefined()
})
