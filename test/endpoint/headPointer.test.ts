import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import type { HeadChange } from '../../src/endpoint/headListeners.ts'
import { movedSpec, numbersOf, refusalOf, transactionsOf, viewsOver } from '../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view, at } = viewsOver(chain)

describe('lag', () => {
  it('follows another endpoint, over reorgs too', async () => {
    const leader = view()
    const replica = view()
    replica.lag = { behind: leader, by: 2 }
    const third = view()
    third.lag = { behind: replica, by: 1 }
    const changes: HeadChange[] = []
    const stop = third.onHeadChange((change) => changes.push(change))
    const added = await leader.reorg({ depth: 4, length: 5 })
    expect(replica.head).toBe(added[2])
    expect(third.head).toBe(added[1])
    expect(third.blockByNumber(14)).toBe(added[1])
    expect(third.blockByNumber(15)).toBeUndefined()
    const [recent, older] = [added[2], added[1]] as [SealedBlock, SealedBlock]
    expect(third.transactionByHash(transactionsOf([recent])[0] as `0x${string}`)).toBeUndefined()
    expect(third.transactionByHash(transactionsOf([older])[0] as `0x${string}`)?.block).toBe(older)
    expect(changes).toEqual([{ removed: [at(13)], added: added.slice(0, 2) }])
    stop()
    leader.moveTo(1)
    expect(third.head).toBe(at(0))
    expect(changes).toHaveLength(1)
    await third.mine(1)
    expect(third.lag).toBeUndefined()
    await third.mine(1)
    leader.moveTo(9)
    expect(third.head).toBe(at(2))
  })

  it('can chain through any number of lagging endpoints', async () => {
    const leader = view()
    leader.moveTo(12)
    let last = leader
    for (let index = 0; index < 200; index++) {
      const next = view()
      next.lag = { behind: last, by: index % 20 === 0 ? 1 : 0 }
      last = next
    }
    const changes: HeadChange[] = []
    last.onHeadChange((change) => changes.push(change))
    expect(last.head).toBe(at(2))
    leader.moveTo(5)
    expect(last.head).toBe(at(0))
    await leader.mine(8)
    expect(last.blockByNumber(3)).toBe(at(3))
    expect(last.blockByNumber(4)).toBeUndefined()
    expect(last.canonicalChain()(3)).toBe(at(3))
    expect(numbersOf(changes.flatMap(({ added }) => added))).toEqual([1, 2, 3])
  })

  it('continues behind a closed endpoint', async () => {
    const grown = await createChain({ ...movedSpec, blocks: 3 })
    const [leader, middle, last] = [view(grown), view(grown), view(grown)]
    middle.lag = { behind: leader, by: 1 }
    last.lag = { behind: middle, by: 1 }
    const changes: HeadChange[] = []
    const middleChanges: HeadChange[] = []
    middle.onHeadChange((change) => middleChanges.push(change))
    last.onHeadChange((change) => changes.push(change))
    leader.close()
    middle.close()
    await grown.extend(2)
    expect(last.head).toBe(grown.tree.byNumber(3))
    expect(numbersOf(changes.flatMap(({ added }) => added))).toEqual([2, 3])
    expect(middleChanges).toEqual([])
  })

  it('refuses a loop while one endpoint moves, even if that move fails', async () => {
    const [mover, other] = [view(), view()]
    mover.lag = { behind: other, by: 1 }
    const mining = mover.mine(1, { secondsBetween: 2 ** 40 })
    while (mover.follows !== undefined) await Promise.resolve()
    expect(await refusalOf(() => (other.lag = { behind: mover, by: 1 }))).toBe('LAG_LOOP')
    await expect(mining).rejects.toMatchObject({ code: 'INVALID_HEADER' })
    expect(mover.head.number).toBe(15)
  })

  it('refuses a loop', async () => {
    const one = view()
    const other = view()
    one.lag = { behind: other, by: 1 }
    expect(await refusalOf(() => (other.lag = { behind: one, by: 1 }))).toBe('LAG_LOOP')
    expect(await refusalOf(() => (one.lag = { behind: one, by: 1 }))).toBe('LAG_LOOP')
    expect(await refusalOf(() => (other.lag = { behind: view(), by: -1 }))).toBe('INVALID_ARGUMENT')
  })
})
