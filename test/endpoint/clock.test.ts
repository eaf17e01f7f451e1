import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { decodeBlock } from '../../src/chain/encoding/decode.ts'
import { mergeBlock } from '../../src/chain/protocol/forks.ts'
import { type Server, serve } from '../../src/server/serve.ts'
import {
  type Call,
  type ClockOrder,
  clockPairs,
  expectedOrders,
  playOrder,
} from '../support/clockOrder.ts'
import type { MovableEndpoint } from '../support/movableEndpoint.ts'
import { movedSpec, refusalOf, startStock, timeOf, viewsOver } from '../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view, at } = viewsOver(chain)

it('reaches forks early when time is increased, like a stock node', async () => {
  const forks = { london: 0, paris: 2, shanghai: 6, cancun: 8, prague: 10, osaka: 12 }
  const { endpoint, node } = await startStock({ seed: 'early', blocks: 4, forks })
  expect(decodeBlock(endpoint.head).header.withdrawalsRoot).toBeUndefined()
  endpoint.increaseTime(10 ** 8)
  const [first, ...rest] = (await endpoint.mine(3)) as [SealedBlock, ...SealedBlock[]]
  expect(first.number).toBe(5)
  expect(decodeBlock(first).header.requestsHash).toBeDefined()
  const branch = await endpoint.reorg({ depth: 2 })
  for (const block of [first, ...rest, ...branch]) await node.accept(block)
})

describe('before the merge, time can be increased', () => {
  /** Finds the maximum increase of time by trial. */
  function most(endpoint: MovableEndpoint): number {
    let [can, cannot] = [0, 2 ** 41]
    while (cannot - can > 1) {
      const seconds = Math.floor((can + cannot) / 2)
      const id = endpoint.snapshot()
      try {
        endpoint.increaseTime(seconds)
        can = seconds
      } catch {
        cannot = seconds
      }
      endpoint.revert(id)
    }
    return can
  }

  it('while blocks up to the merge stay before the first fork with a timestamp', async () => {
    const forks = { london: 0, paris: 6, shanghai: 40, cancun: 41 }
    const { endpoint, node } = await startStock({ seed: 'late', blocks: 2, forks })
    const seconds = most(endpoint)
    expect(seconds).toBeGreaterThan(12 * 34)
    endpoint.increaseTime(seconds)
    const mined = await endpoint.mine(8)
    for (const block of mined) await node.accept(block)
    expect(decodeBlock(mined[2] as SealedBlock).header.difficulty).toBeGreaterThan(0n)
    expect(decodeBlock(mined[7] as SealedBlock).header.withdrawalsRoot).toBeDefined()
  })

  it('without limit when no fork has a timestamp', async () => {
    const { endpoint, node } = await startStock({
      seed: 'untimed',
      blocks: 2,
      forks: { london: 0, paris: 5 },
    })
    endpoint.increaseTime(10 ** 9)
    for (const block of await endpoint.mine(4)) await node.accept(block)
  })
})

describe('block time', () => {
  it('applies to the next block only, on a branch of its own', async () => {
    const endpoint = view()
    endpoint.moveTo(10)
    endpoint.setNextBlockTimestamp(timeOf(at(10)) + 5)
    const [set, after] = (await endpoint.mine(2)) as [SealedBlock, SealedBlock]
    expect(timeOf(set) - timeOf(at(10))).toBe(5)
    expect(set.hash).not.toBe(at(11).hash)
    expect(timeOf(after) - timeOf(set)).toBe(12)
    expect(endpoint.increaseTime(60)).toBe(60)
    expect(endpoint.increaseTime(40)).toBe(100)
    const [later] = (await endpoint.mine()) as [SealedBlock]
    expect(timeOf(later) - timeOf(after)).toBe(112)
    const steady = await endpoint.mine(3, { secondsBetween: 2 })
    expect(steady.map(timeOf)).toEqual([2, 4, 6].map((seconds) => timeOf(later) + seconds))
    expect(endpoint.increaseTime(0)).toBe(100)
  })

  it('can be set again and increased further', async () => {
    const endpoint = view()
    const now = timeOf(endpoint.head)
    endpoint.increaseTime(1000)
    endpoint.setNextBlockTimestamp(now + 50)
    endpoint.increaseTime(7)
    expect((await endpoint.mine()).map(timeOf)).toEqual([now + 50])
    // The increase counts from the time that was set.
    expect((await endpoint.mine(2)).map(timeOf)).toEqual([now + 50 + 19, now + 50 + 31])
    const later = now + 100
    endpoint.setNextBlockTimestamp(later)
    endpoint.increaseTime(7)
    expect((await endpoint.mine(3)).map(timeOf)).toEqual([later, later + 19, later + 31])
  })

  it('keeps an increase after a time that was set for the first block without a time of its own', async () => {
    const endpoint = view()
    const now = timeOf(endpoint.head)
    endpoint.setNextBlockTimestamp(now + 50)
    endpoint.increaseTime(7)
    const spaced = await endpoint.mine(2, { secondsBetween: 3 })
    expect(spaced.map(timeOf)).toEqual([now + 50, now + 53])
    expect((await endpoint.mine(2)).map(timeOf)).toEqual([now + 53 + 19, now + 53 + 31])
    endpoint.setNextBlockTimestamp(now + 100)
    endpoint.increaseTime(7)
    const stamped = await endpoint.mine(2, { timestamp: now + 200 })
    expect(stamped.map(timeOf)).toEqual([now + 200, now + 212])
    expect(await refusalOf(() => endpoint.setNextBlockTimestamp(now + 200))).toBe(
      'INVALID_TIMESTAMP',
    )
    endpoint.setNextBlockTimestamp(now + 300)
    expect(await refusalOf(() => endpoint.increaseTime(2 ** 41))).toBe('INVALID_TIMESTAMP')
    expect((await endpoint.mine(2)).map(timeOf)).toEqual([now + 300, now + 312])
  })

  it('cannot go back, or past the limit that later forks set', async () => {
    const endpoint = view()
    const now = timeOf(endpoint.head)
    for (const seconds of [now, now - 1, 0, 1.5, Number.NaN, 2 ** 41, '1' as never]) {
      expect(await refusalOf(() => endpoint.setNextBlockTimestamp(seconds))).toBe(
        'INVALID_TIMESTAMP',
      )
    }
    expect(await refusalOf(() => endpoint.increaseTime(2 ** 41))).toBe('INVALID_TIMESTAMP')
    expect(await refusalOf(() => endpoint.increaseTime(-1))).toBe('INVALID_ARGUMENT')
    // A time that is early enough for one head may be too late for another.
    endpoint.moveTo(3)
    endpoint.setNextBlockTimestamp(timeOf(at(3)) + 1)
    endpoint.moveTo(9)
    expect(await endpoint.pendingBlock()).toMatchObject({ number: 10, parentHash: at(9).hash })
    await expect(endpoint.mine()).rejects.toMatchObject({ code: 'INVALID_HEADER' })
    expect(endpoint.head).toBe(at(9))
  })

  it('says so where no later time can be set', async () => {
    const late = await createChain({ blocks: 2, preset: 'latest' })
    const endpoint = view(late)
    endpoint.setNextBlockTimestamp(2 ** 40)
    await endpoint.mine(2)
    const last = timeOf(endpoint.head)
    expect(() => endpoint.setNextBlockTimestamp(last + 1)).toThrow(
      `no time can be set after ${last}: the latest that can be set is ${2 ** 40}`,
    )
  })

  it('keeps forks with timestamps in order', async () => {
    const history = await createChain({ seed: 'history', blocks: 3 })
    const endpoint = view(history)
    expect(await refusalOf(() => endpoint.increaseTime(3600))).toBe('INVALID_TIMESTAMP')
    const merge = mergeBlock(history.rules.forks)
    expect(() => endpoint.increaseTime(3600)).toThrow(`before the merge, which is block ${merge},`)
    expect(() => endpoint.increaseTime(3600)).toThrow(
      /must be earlier than shanghai, which activates at \d+$/,
    )
  })
})

describe('with the wall clock, two moves', () => {
  let server: Server
  beforeAll(async () => {
    const bare = await createChain({ blocks: 0, preset: 'latest' })
    server = await serve(bare, { port: 0, dev: true, clock: 'wall' })
    return () => server.close()
  })
  beforeEach(() => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_900_000_000_000)
    return () => now.mockRestore()
  })

  it('have expected times in each order', () => {
    const ordered = expectedOrders().map(({ first, second }) => [first, second])
    expect(ordered).toEqual(clockPairs)
  })

  it.each(expectedOrders())('set the expected times: $first, $second', async (order) => {
    const { first, second, times } = order
    const endpoint = server.endpoint(`pair-${clockPairs.findIndex(isPair(order))}`)
    const call: Call = (method, params) => endpoint.request({ method, params })
    expect(await playOrder(call, first, second)).toBe(times)
  })
})

const isPair =
  ({ first, second }: ClockOrder) =>
  (pair: (typeof clockPairs)[number]) =>
    pair[0] === first && pair[1] === second
