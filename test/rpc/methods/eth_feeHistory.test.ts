import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../../src/chain/encoding/decode.ts'
import { type Preset, presetNames } from '../../../src/chain/spec/presets.ts'
import { toQuantity } from '../../../src/primitives/hex.ts'
import type { Provider } from '../../../src/rpc/provider.ts'
import { officialChain, sharedChain } from '../../support/chain.ts'
import { expectedFeeHistory } from '../../support/expectedFees.ts'
import { OfficialSpec } from '../../support/officialSpec.ts'
import { serveForTests, serveInTest } from '../../support/serving.ts'
import { repeated, sized } from '../../support/sized.ts'
import { turnsDuring } from '../../support/turnsDuring.ts'

type Asked = Pick<Provider, 'request'>

const history = (asked: Asked, ...params: unknown[]) =>
  asked.request({ method: 'eth_feeHistory', params })

async function errorOf(asked: Asked, ...params: unknown[]): Promise<unknown> {
  const error = await history(asked, ...params).catch((reason: unknown) => reason)
  const { code, message } = error as { readonly code: number; readonly message: string }
  return `${code} ${message}`
}

const empty = { oldestBlock: '0x0', gasUsedRatio: null }
const spec = new OfficialSpec()

const chains: readonly (readonly [string, () => Promise<Chain>])[] = [
  ...sized<readonly Preset[]>(['eras', 'latest'], presetNames).map(
    (preset) => [preset, () => sharedChain({ preset, blocks: 72, seed: 'fees' })] as const,
  ),
  ['a chain that geth created', officialChain],
]

describe.each(chains)('the fee history of %s', async (_, make) => {
  const { server, chain } = await serveForTests(await make())

  const blocksOf = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => chain.blockByNumber(from + index) as Block)

  test('has the fees of each range, and tips at each percentile', async () => {
    const { number: head } = chain.tree.head
    const percentile = fc.oneof(
      fc.integer({ min: 0, max: 100 }),
      fc.double({ min: 0, max: 100, noNaN: true }),
    )
    const percentiles = fc
      .uniqueArray(percentile, { maxLength: 6 })
      .map((drawn) => drawn.sort((one, other) => one - other))
    const range = fc.tuple(fc.integer({ min: 1, max: head + 5 }), fc.integer({ min: 0, max: head }))
    await fc.assert(
      fc.asyncProperty(range, percentiles, async ([count, newest], wanted) => {
        const result = await history(server, count, toQuantity(newest), wanted)
        const blocks = blocksOf(Math.max(newest - count + 1, 0), newest)
        // JSON has no negative zero.
        const expected = expectedFeeHistory(blocks, wanted, chain.rules.forks)
        expect(result).toStrictEqual(expected)
        expect(spec.problemWith('eth_feeHistory', result)).toBeUndefined()
      }),
      { numRuns: repeated(12, 30) },
    )
  })

  test('reaches from the head to genesis at most', async () => {
    const { number: head } = chain.tree.head
    const all = expectedFeeHistory(blocksOf(0, head), [50], chain.rules.forks)
    for (const count of [head + 1, '0x400', 1024, '1025', '0xffffffffffffffff', 2 ** 40]) {
      expect(await history(server, count, 'latest', [50])).toStrictEqual(all)
    }
  })
})

describe('the fee history of an endpoint', async () => {
  const { server, chain } = await serveForTests({ preset: 'latest', blocks: 24, seed: 'fees' })

  const expected = (blocks: readonly Block[]) =>
    expectedFeeHistory(blocks, [10, 90], chain.rules.forks)
  const main = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => chain.blockByNumber(from + index) as Block)

  test('ends with its own head', async () => {
    const late = server.endpoint('late', { head: 9 })
    expect(await history(late, 3, 'latest', [10, 90])).toStrictEqual(expected(main(7, 9)))
    expect(await errorOf(late, 3, '0xa', [])).toBe(
      '-32000 request beyond head block: requested 10, head 9',
    )
  })

  test('has the blocks of its own branch', async () => {
    const moved = server.endpoint('moved', { head: 12 })
    const added = await moved.reorg({ depth: 3, length: 4 })
    const side = added.map(({ hash }) => chain.blockByHash(hash) as Block)
    const blocks = [...main(8, 9), ...side]
    expect(await history(moved, blocks.length, 'latest', [10, 90])).toStrictEqual(expected(blocks))
    // The other endpoints are not affected.
    expect(await history(server, 1, '0xa', [10, 90])).toStrictEqual(expected(main(10, 10)))
  })

  test('ends with the candidate for the next block for pending', async () => {
    const late = server.endpoint('early', { head: 9 })
    const parent = chain.tree.byNumber(9)
    if (parent === undefined) throw new Error('the chain is too short')
    const candidate = await chain.candidate(() => parent)
    if (candidate === undefined) throw new Error('the chain has no candidate')
    const pending = decodeBlock(candidate)
    expect(pending.transactions.length).toBeGreaterThan(0)
    const blocks = [...main(8, 9), pending]
    expect(await history(late, 3, 'pending', [10, 90])).toStrictEqual(expected(blocks))
    expect(await history(late, 1, 'pending', [10, 90])).toStrictEqual(expected([pending]))
  })

  test('knows the tags', async () => {
    const final = server.endpoint('final', { finality: { safe: 4, finalized: 10 } })
    expect(await history(final, 2, 'safe', [10, 90])).toStrictEqual(expected(main(19, 20)))
    expect(await history(final, 2, 'finalized', [10, 90])).toStrictEqual(expected(main(13, 14)))
    expect(await history(final, 2, 'earliest', [10, 90])).toStrictEqual(expected(main(0, 0)))
  })

  test.each(['infura', 'geth'] as const)(
    'is an error for a tag without a block in %s',
    async (dialect) => {
      const finality = { safe: 64, finalized: 64 }
      const short = server.endpoint(`short-${dialect}`, { dialect, finality })
      expect(await errorOf(short, 1, 'safe', [])).toBe('-32000 safe block not found')
      expect(await errorOf(short, 1, 'finalized', [])).toBe('-32000 finalized block not found')
    },
  )

  test('is empty for no blocks, before anything else is checked', async () => {
    for (const none of [0, '0', '0x0', '']) {
      expect(await history(server, none, '0xffffff', [101])).toStrictEqual(empty)
    }
  })

  test('has no tips without percentiles', async () => {
    expect(await history(server, 1, 'latest', [])).not.toHaveProperty('reward')
  })

  test('reads null as the percentile 0, as geth does', async () => {
    expect(await history(server, 4, 'latest', [null, 50])).toEqual(
      await history(server, 4, 'latest', [0, 50]),
    )
  })

  test('checks percentiles before the newest block, as geth does', async () => {
    const message = '-32000 invalid reward percentile: 101.000000'
    expect(await errorOf(server, 1, '0x19', [101])).toBe(message)
  })

  test('says what is wrong in plain words in infura', async () => {
    expect(await errorOf(server, 1, 'latest', 'x')).toBe(
      '-32602 invalid argument 2: want an array of numbers, have string',
    )
    expect(await errorOf(server, 1, 'latest', [{}])).toBe(
      '-32602 invalid argument 2: want a number, have object',
    )
  })
})

describe('a long fee history', () => {
  test('is computed in time slices, and the same as a short one', async () => {
    const chain = await sharedChain({ preset: 'latest', blocks: 160, seed: 'fees' })
    const server = await serveInTest(chain)
    const percentiles = Array.from({ length: 100 }, (_, index) => index)
    // Simulates a slow machine: a time slice is over at every check of the clock.
    let milliseconds = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => {
      milliseconds += 10
      return milliseconds
    })
    let result: unknown
    const turns = await turnsDuring(async () => {
      result = await history(server, 1024, 'latest', percentiles)
    })
    now.mockRestore()
    expect(turns).toBeGreaterThan(100)
    const blocks = Array.from({ length: 161 }, (_, number) => chain.blockByNumber(number) as Block)
    expect(result).toStrictEqual(expectedFeeHistory(blocks, percentiles, chain.rules.forks))
  })
})
