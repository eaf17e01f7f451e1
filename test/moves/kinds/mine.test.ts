import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { HeadChange } from '../../../src/endpoint/headListeners.ts'
import {
  movedSpec,
  numbersOf,
  refusalOf,
  timeOf,
  transactionsOf,
  viewsOver,
} from '../../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view } = viewsOver(chain)

describe('mine', () => {
  it('moves over existing blocks, and beyond them leaves the chain alone', async () => {
    const grown = await createChain(movedSpec)
    const endpoint = view(grown)
    const follower = view(grown)
    endpoint.moveTo(14)
    expect(numbersOf(await endpoint.mine(4))).toEqual([15, 16, 17, 18])
    expect(grown.tree.head.number).toBe(16)
    expect(follower.head.number).toBe(16)
    const mined = endpoint.head
    await grown.extend(2)
    expect(follower.head).toBe(mined)
    expect(grown.tree.head).toEqual((await createChain({ ...movedSpec, blocks: 18 })).tree.head)
    expect(endpoint.transactionByHash(transactionsOf([mined])[0] as `0x${string}`)).toEqual({
      block: mined,
      index: 0,
    })
  })

  it('queues concurrent calls', async () => {
    const endpoint = view()
    const heads = await Promise.all([
      endpoint.mine(2),
      endpoint.reorg({ depth: 1 }),
      endpoint.exclusively(() => endpoint.rollback(1)),
      endpoint.mine(),
    ])
    expect(heads.flatMap((added) => (added ? numbersOf(added) : []))).toEqual([17, 18, 18, 19, 19])
    expect(heads[3]).toEqual([heads[1][1]])
  })

  it('stays at its starting block, and follows the chain again if it fails', async () => {
    const grown = await createChain({ ...movedSpec, blocks: 3 })
    const endpoint = view(grown)
    const changes: HeadChange[] = []
    endpoint.onHeadChange((change) => changes.push(change))
    const [mined] = await Promise.all([endpoint.mine(), grown.extend(2)])
    expect(numbersOf(mined)).toEqual([4])
    expect(changes).toEqual([{ removed: [], added: mined }])

    endpoint.lag = undefined
    endpoint.setNextBlockTimestamp(timeOf(endpoint.head) + 1)
    await grown.extend(1)
    await expect(endpoint.mine()).rejects.toMatchObject({ code: 'INVALID_HEADER' })
    await grown.extend(1)
    expect(endpoint.head).toBe(grown.tree.head)
    expect(changes.flatMap(({ added }) => numbersOf(added))).toEqual([4, 5, 6, 7])
  })

  it('changes nothing if one of several blocks cannot be mined', async () => {
    const endpoint = view()
    const { head } = endpoint
    const [, failed, after] = await Promise.allSettled([
      endpoint.mine(),
      endpoint.mine(2, { timestamp: 2 ** 40 - 1, secondsBetween: 10 }),
      endpoint.mine(),
    ])
    expect(failed).toMatchObject({ reason: { code: 'INVALID_HEADER' } })
    // The timestamp for the first block is discarded, too.
    endpoint.moveTo(head.hash)
    expect((await endpoint.mine(2)).at(-1)).toBe(
      (after as PromiseFulfilledResult<unknown[]>).value[0],
    )
  })

  it('stops at the block in progress when the endpoint is closed', async () => {
    const endpoint = view()
    const mining = refusalOf(() => endpoint.mine(1_000_000))
    await chain.candidate(() => chain.tree.head)
    endpoint.close()
    expect(await mining).toBe('CLOSED')
  })

  it.each([-1, 1.5, Number.NaN, '3' as never])('refuses %s', async (count) => {
    const endpoint = view()
    expect(await refusalOf(() => endpoint.mine(count))).toBe('INVALID_ARGUMENT')
    expect(await refusalOf(() => endpoint.mine(1, { secondsBetween: count }))).toBe(
      'INVALID_ARGUMENT',
    )
    expect(endpoint.head).toBe(chain.tree.head)
  })

  it('refuses a number in place of options', async () => {
    expect(await refusalOf(() => view().mine(1, 12 as never))).toBe('INVALID_ARGUMENT')
    expect(await refusalOf(() => view().mine(1, null as never))).toBe('INVALID_ARGUMENT')
  })
})
