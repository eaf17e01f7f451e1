import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWellFormedKey } from '../../src/server/apiKey.ts'
import * as jest from '../../src/testing/jest.ts'
import * as mocha from '../../src/testing/mocha.ts'
import { createWithOmmer } from '../../src/testing/runner.ts'

const { mochaGlobalSetup, mochaGlobalTeardown } = mocha.ommerSetup({
  chain: { blocks: 4, preset: 'latest' },
})
beforeAll(mochaGlobalSetup)
afterAll(mochaGlobalTeardown)

describe('a test with an endpoint', () => {
  const withOmmer = createWithOmmer({ endpoint: { head: 2 } }, () => ({ name: 'same' }))

  it('takes no parameters, because test runners would take it for one that calls back', () => {
    expect(withOmmer((_context, _one, _other) => {})).toHaveLength(0)
  })

  it('is called with the endpoint, and what the test runner gives it', async () => {
    const given: unknown[] = []
    const self = { runner: true }
    const test = withOmmer(async function (this: unknown, { ommer }, ...args: string[]) {
      given.push(this, await ommer.head(), ...args)
    })
    await test.call(self, 'one', 'other')
    expect(given).toEqual([self, { number: 2, hash: expect.any(String) }, 'one', 'other'])
  })

  it('has an endpoint of its own even beside one of the same name', async () => {
    const keys: string[] = []
    const closed: (() => Promise<unknown>)[] = []
    const test = withOmmer(async ({ ommer }) => {
      keys.push(ommer.key)
      closed.push(() => ommer.request({ method: 'eth_chainId' }))
      await ommer.mine()
      expect(await ommer.head()).toMatchObject({ number: 3 })
    })
    await Promise.all([test(), test()])
    await test()
    // Either of the two that run at the same time may be the first.
    const [key] = keys.toSorted()
    expect(key).toMatch(/^-same-[0-9a-f]{8}$/)
    expect(keys.toSorted()).toEqual([key, key, `${key}-2`])
    for (const request of closed) await expect(request()).rejects.toMatchObject({ code: -32001 })
  })

  it('fails with the error of the test', async () => {
    const error = new Error('the test failed')
    await expect(withOmmer(() => Promise.reject(error))()).rejects.toBe(error)
  })

  it('reports both if the endpoint cannot be closed either', async () => {
    const test = withOmmer(async ({ ommer }) => {
      Object.defineProperty(ommer, 'close', { value: () => Promise.reject(new Error('closing')) })
      throw new Error('the test')
    })
    await expect(test()).rejects.toThrow(/^the test\nand the clean-up failed: closing$/)
  })

  it.each([
    [
      { endpont: {} },
      'ommerTest: endpont: there is no such option; those known are: endpoint; did you mean endpoint?',
    ],
  ])('refuses the options %j', (options, message) => {
    expect(() => createWithOmmer(options as never, () => ({ name: 'key' }))).toThrow(message)
  })
})

describe('the key of a test', () => {
  async function keyOf(self: unknown, withOmmer: mocha.WithOmmer): Promise<string> {
    let key = ''
    const test = withOmmer(({ ommer }) => {
      key = ommer.key
    })
    await test.call(self)
    return key
  }

  it('is made from file and title in mocha', async () => {
    const test = { file: `${process.cwd()}/test/a.js`, fullTitle: () => 'an indexer syncs' }
    const key = await keyOf({ test }, mocha.ommerTest())
    expect(key).toMatch(/^test-a\.js-an-indexer-syncs-[0-9a-f]{8}$/)
    expect(await keyOf({ test }, mocha.ommerTest())).toBe(key)
  })

  it('is made from file and name in jest', async () => {
    // Vitest's `expect` has the same state as jest's.
    Object.assign(globalThis, { expect })
    const key = await keyOf(undefined, jest.ommerTest())
    Object.assign(globalThis, { expect: undefined })
    expect(key).toMatch(/runner\.test\.ts-the-key-of-a-test.*jest.*-[0-9a-f]{8}$/)
  })

  it('is an API key even if nothing is known of the test', async () => {
    for (const withOmmer of [jest.ommerTest(), mocha.ommerTest()]) {
      expect(isWellFormedKey(await keyOf(undefined, withOmmer))).toBe(true)
    }
  })
})
