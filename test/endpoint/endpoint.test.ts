import { describe, expect, it, vi } from 'vitest'
import { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { ReadOnlyChainError } from '../../src/chain/store/readOnly.ts'
import type { BlockTree } from '../../src/chain/store/tree.ts'
import type { HeadChange } from '../../src/endpoint/headListeners.ts'
import {
  movedSpec,
  numbersOf,
  refusalOf,
  timeOf,
  transactionsOf,
  viewsOver,
} from '../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view, at } = viewsOver(chain)

describe('mine', () => {
  it('moves over the blocks that are there, and beyond them leaves the chain where it is', async () => {
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

  it('queues what is asked at once', async () => {
    const endpoint = view()
    const heads = await Promise.all([
      endpoint.mine(2),
      endpoint.reorg({ depth: 1 }),
      endpoint.inTurn(() => endpoint.rollback(1)),
      endpoint.mine(),
    ])
    expect(heads.flatMap((added) => (added ? numbersOf(added) : []))).toEqual([17, 18, 18, 19, 19])
    expect(heads[3]).toEqual([heads[1][1]])
  })

  it('stays with the block that it began on, and goes back to following where it fails', async () => {
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

  it('leaves all as it was where one of several blocks cannot come', async () => {
    const endpoint = view()
    const { head } = endpoint
    const [, failed, after] = await Promise.allSettled([
      endpoint.mine(),
      endpoint.mine(2, { timestamp: 2 ** 40 - 1, secondsBetween: 10 }),
      endpoint.mine(),
    ])
    expect(failed).toMatchObject({ reason: { code: 'INVALID_HEADER' } })
    // The time that was set for the first is forgotten with it.
    endpoint.moveTo(head.hash)
    expect((await endpoint.mine(2)).at(-1)).toBe(
      (after as PromiseFulfilledResult<unknown[]>).value[0],
    )
  })

  it('ends with the block that is being made where the endpoint is closed', async () => {
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

  it('takes no number for options', async () => {
    expect(await refusalOf(() => view().mine(1, 12 as never))).toBe('INVALID_ARGUMENT')
    expect(await refusalOf(() => view().mine(1, null as never))).toBe('INVALID_ARGUMENT')
  })
})

describe('what takes long', () => {
  /** Told between two blocks; `act` is called after so many. */
  const onTurn = (blocks: number, act: () => void) => () => {
    if (blocks-- === 0) act()
    return undefined
  }
  const leave = () => {
    throw new Error('nobody waits for it')
  }

  it('stops between two blocks where nobody wants it any more, and all is as it was', async () => {
    const endpoint = view()
    const follower = view()
    follower.lag = { behind: endpoint, by: 1 }
    const time = timeOf(endpoint.head) + 1000
    const moves = [
      () => endpoint.mine(3, { timestamp: time }, onTurn(2, leave)),
      () => endpoint.advanceTo(20, onTurn(1, leave)),
      () => endpoint.reorg({ depth: 2 }, onTurn(1, leave)),
    ]
    for (const move of moves) {
      await expect(move()).rejects.toThrow('nobody waits for it')
      expect([endpoint.head, follower.head]).toEqual([at(16), at(15)])
    }
    // The time that was set went with the blocks it was set for.
    expect(await endpoint.mine()).toEqual(await view().mine())
  })

  it('is refused beyond a million blocks', async () => {
    const endpoint = view()
    for (const move of [
      () => endpoint.mine(1_000_001),
      () => endpoint.advanceTo(1_000_017),
      () => endpoint.reorg({ depth: 1, length: 1_000_001 }),
    ]) {
      expect(await refusalOf(move)).toBe('INVALID_ARGUMENT')
    }
  })
})

describe('advanceTo', () => {
  it('goes forward to a number, and to any block by its hash', async () => {
    const endpoint = view()
    endpoint.moveTo(3)
    expect(await endpoint.advanceTo(9)).toBe(at(9))
    expect(await endpoint.advanceTo(at(2).hash)).toBe(at(2))
    const [, side] = (await endpoint.reorg({ depth: 2 })) as [SealedBlock, SealedBlock]
    expect(await endpoint.advanceTo(at(8).hash)).toBe(at(8))
    expect(await endpoint.advanceTo(side.hash)).toBe(side)
    expect(endpoint.blockByNumber(0)).toBe(at(0))
    expect(endpoint.blockByNumber(1)).not.toBe(at(1))
  })

  it('stays where the chain is, though that moves on', async () => {
    const grown = await createChain({ ...movedSpec, blocks: 2 })
    const endpoint = view(grown)
    await endpoint.advanceTo(2)
    await grown.extend(1)
    expect(endpoint.head.number).toBe(2)
    endpoint.lag = undefined
    expect(endpoint.head.number).toBe(3)
  })

  it('refuses what is not ahead, and what is not there', async () => {
    const endpoint = view()
    expect(await refusalOf(() => endpoint.advanceTo(15))).toBe('BEHIND_HEAD')
    expect(await refusalOf(() => endpoint.advanceTo(`0x${'00'.repeat(32)}`))).toBe('NO_SUCH_BLOCK')
    expect(await refusalOf(() => endpoint.moveTo(17))).toBe('NO_SUCH_BLOCK')
    expect(await refusalOf(() => endpoint.advanceTo(-1))).toBe('INVALID_ARGUMENT')
  })
})

it('makes no block where all are there', async () => {
  const endpoint = view()
  await endpoint.reorg({ depth: 3 })
  const made = vi.spyOn(chain.growth, 'child')
  endpoint.moveTo(15)
  await endpoint.mine()
  await endpoint.reorg({ depth: 3 })
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})

describe('rollback and snapshot', () => {
  it('go back as often as wanted, and from there to the same blocks', async () => {
    const endpoint = view()
    await endpoint.reorg({ depth: 2 })
    endpoint.increaseTime(30)
    endpoint.setFinality({ safe: 0, finalized: 1 })
    const id = endpoint.snapshot()
    const go = async () => {
      const first = await endpoint.mine(2)
      endpoint.rollback(1)
      endpoint.setNextBlockTimestamp(timeOf(endpoint.head) + 100)
      return [...first, ...(await endpoint.mine()), ...(await endpoint.reorg({ depth: 1 }))]
    }
    const once = await go()
    endpoint.setFinality('absent')
    for (let round = 0; round < 2; round++) {
      expect(endpoint.revert(id)).toBe(true)
      expect(endpoint.head.number).toBe(17)
      expect(endpoint.finality).toEqual({ safe: 0, finalized: 1 })
      expect(await go()).toEqual(once)
    }
    expect(endpoint.revert(id + 1)).toBe(false)
    expect(endpoint.revert(0)).toBe(false)
  })

  it('are refused where there is nothing to go back to', async () => {
    const endpoint = view()
    expect(await refusalOf(() => endpoint.rollback(17))).toBe('ROLLBACK_TOO_DEEP')
    expect(await refusalOf(() => endpoint.rollback(-1))).toBe('INVALID_ARGUMENT')
    endpoint.rollback(16)
    expect(endpoint.head).toBe(at(0))
  })
})

describe('on a chain that can only be read', () => {
  it('moves over the blocks that are there, and over no others', async () => {
    const whole = await createChain({ ...movedSpec, blocks: 8 })
    const [side] = await whole.extendBranch(6, 'side', 1)
    const pending = (await whole.candidate(() => whole.tree.head)) as SealedBlock
    const { tree } = whole
    const readOnly = new Chain({
      ...{ spec: whole.spec, isGenerated: true, rules: whole.rules, genesis: whole.genesis },
      ...{ accounts: [], finality: whole.finality, tree: tree as BlockTree, pending },
      isReadOnly: true,
      producer: () => Promise.reject(new ReadOnlyChainError('there is no state')),
    })
    const endpoint = view(readOnly)
    expect(await endpoint.pendingBlock()).toBe(pending)
    endpoint.moveTo(4)
    expect(await endpoint.pendingBlock()).toBeUndefined()
    expect(numbersOf(await endpoint.mine(3))).toEqual([5, 6, 7])
    for (const refused of [
      () => endpoint.mine(2),
      () => endpoint.advanceTo(9),
      () => endpoint.reorg({ depth: 1 }),
      async () => endpoint.increaseTime(1),
      async () => endpoint.setNextBlockTimestamp(2 ** 33),
    ]) {
      await expect(refused()).rejects.toBeInstanceOf(ReadOnlyChainError)
      expect(endpoint.head).toBe(tree.byNumber(7))
    }
    expect((await endpoint.advanceTo(side?.hash ?? '0x')).number).toBe(7)
    await expect(endpoint.mine()).rejects.toThrow('there is no state')
    endpoint.rollback(2)
    await endpoint.advanceTo(8)
    expect(await endpoint.pendingBlock()).toBe(pending)
  })
})
