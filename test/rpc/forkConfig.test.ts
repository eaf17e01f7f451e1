import { describe, expect, test } from 'vitest'
import { forkNames, isAtLeast } from '../../src/chain/protocol/forks.ts'
import { presets } from '../../src/chain/spec/presets.ts'
import { sharedChain } from '../support/chain.ts'
import { headersOf } from '../support/headersOf.ts'
import { OfficialSpec } from '../support/officialSpec.ts'
import { serveForTests, serveInTest } from '../support/serving.ts'

interface Config {
  readonly activationTime: number
  readonly blobSchedule: object | null
  readonly chainId: string
  readonly forkId: string
  readonly precompiles: Readonly<Record<string, string>>
  readonly systemContracts: Readonly<Record<string, string>>
}

type Configs = Readonly<Record<'current' | 'next' | 'last', Config | null>>

const spec = new OfficialSpec()

const blobs = (target: number, max: number, baseFeeUpdateFraction: number) => ({
  target,
  max,
  baseFeeUpdateFraction,
})

/** By fork: the limits on blobs, and how many precompiled and system contracts there are. */
const expected: Readonly<Record<string, readonly [object | null, number, number]>> = {
  shanghai: [null, 9, 0],
  cancun: [blobs(3, 6, 3_338_477), 10, 1],
  prague: [blobs(6, 9, 5_007_716), 17, 5],
  osaka: [blobs(6, 9, 5_007_716), 18, 5],
  bpo1: [blobs(10, 15, 8_346_193), 18, 5],
  bpo2: [blobs(14, 21, 11_684_671), 18, 5],
  amsterdam: [blobs(14, 21, 11_684_671), 18, 7],
}

describe('the configuration of forks', async () => {
  const forks = { ...presets.history.forks, amsterdam: 88 }
  const { server, chain } = await serveForTests(
    await sharedChain({ preset: 'history', forks, blocks: 104, seed: 'fees' }),
  )

  let endpoints = 0
  const configAt = async (head: number) => {
    const endpoint = server.endpoint(`number-${endpoints++}`, { head })
    return (await endpoint.request({ method: 'eth_config' })) as Configs
  }

  test('is that of the fork of each head', async () => {
    const timed = chain.rules.forks.flatMap(({ name, at }) =>
      'timestamp' in at ? [{ name, time: at.timestamp }] : [],
    )
    const seen = new Set<string>()
    for (const [head, { fork }] of headersOf(chain).entries()) {
      const { current, next, last } = await configAt(head)
      seen.add(fork)
      const index = timed.findIndex(({ name }) => name === fork)
      expect(next?.activationTime).toBe(timed[index + 1]?.time)
      expect(last?.activationTime).toBe(next === null ? undefined : timed.at(-1)?.time)
      if (!isAtLeast(fork, 'shanghai')) {
        expect(current).toBeNull()
        continue
      }
      const [blobSchedule, precompiles, systemContracts] = expected[fork] ?? [null, 0, 0]
      expect(current).toMatchObject({ activationTime: timed[index]?.time, blobSchedule })
      expect(Object.keys(current?.precompiles ?? {})).toHaveLength(precompiles)
      expect(Object.keys(current?.systemContracts ?? {})).toHaveLength(systemContracts)
    }
    expect([...seen]).toEqual(expect.arrayContaining(Object.keys(expected)))
  })

  test('matches the official description from Cancun on', async () => {
    for (const [head, { fork }] of headersOf(chain).entries()) {
      if (!isAtLeast(fork, 'cancun')) continue
      expect(spec.problemWith('eth_config', await configAt(head))).toBeUndefined()
    }
  })

  test('has another fork id for each fork, the same before and after it is active', async () => {
    const heads = headersOf(chain).entries()
    const shanghai = [...heads].filter(([, { fork }]) => fork === 'shanghai').map(([head]) => head)
    const first = shanghai[0] as number
    const [before, after] = [await configAt(first - 1), await configAt(first)]
    expect(before.next).toEqual(after.current)
    expect(new Set([after.current, after.next, after.last].map((each) => each?.forkId)).size).toBe(
      3,
    )
    expect(after.current?.chainId).toBe('0x539')
  })

  test('has the activation time 0 for a fork that is active at genesis', async () => {
    const latest = await sharedChain({ preset: 'latest', blocks: 2, seed: 'fees' })
    const other = await serveInTest(latest)
    const { current, next, last } = (await other.request({ method: 'eth_config' })) as Configs
    expect(current).toMatchObject({ activationTime: 0, blobSchedule: expected.bpo2?.[0] })
    expect([next, last]).toEqual([null, null])
  })

  test('is null for a chain without forks by time', async () => {
    const old = await sharedChain({ preset: 'pow', blocks: 2, seed: 'fees' })
    const other = await serveInTest(old)
    const none = { current: null, next: null, last: null }
    expect(await other.request({ method: 'eth_config' })).toEqual(none)
  })

  test('knows every fork by time', () => {
    expect(Object.keys(expected)).toEqual(forkNames.slice(forkNames.indexOf('shanghai')))
  })
})
