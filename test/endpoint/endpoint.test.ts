import { describe, expect, it, vi } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { SealedBlock } from '../../src/chain/encoding/block.ts'
import { Overlay } from '../../src/chain/private/overlay.ts'
import { ReadOnlyChainError } from '../../src/chain/store/readOnlyChainError.ts'
import { type ChangeListener, MINE_ONE } from '../../src/endpoint/changes.ts'
import { Endpoint } from '../../src/endpoint/endpoint.ts'
import { chainWith } from '../support/chain.ts'
import { movedSpec, numbersOf, refusalOf, timeOf, viewsOver } from '../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view, at } = viewsOver(chain)

describe('long moves', () => {
  /** A pause between blocks that calls `act` after some of them. */
  const onTurn = (blocks: number, act: () => void) => () => {
    if (blocks-- === 0) act()
    return undefined
  }
  const leave = () => {
    throw new Error('aborted by the test')
  }

  it('stops between two blocks when aborted, and leaves the endpoint unchanged', async () => {
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
      await expect(move()).rejects.toThrow('aborted by the test')
      expect([endpoint.head, follower.head]).toEqual([at(16), at(15)])
    }
    // The aborted moves left no time setting behind.
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

it('makes no block when all blocks exist', async () => {
  const endpoint = view()
  await endpoint.reorg({ depth: 3 })
  const made = vi.spyOn(chain.children, 'child')
  endpoint.moveTo(15)
  await endpoint.mine()
  await endpoint.reorg({ depth: 3 })
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})

describe('an endpoint of a read-only chain', () => {
  it('moves over existing blocks only', async () => {
    const whole = await createChain({ ...movedSpec, blocks: 8 })
    const [side] = await whole.extendBranch(6, 'side', 1)
    const pending = (await whole.candidate(() => whole.tree.head)) as SealedBlock
    const { tree } = whole
    const readOnly = chainWith(whole, {
      accounts: [],
      pending,
      isReadOnly: true,
      blockFactory: () => Promise.reject(new ReadOnlyChainError('there is no state')),
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

describe('a change of an endpoint whose changes are recorded', () => {
  it('is refused without `apply`, and leaves nothing', async () => {
    const recorded: unknown[] = []
    const onChange: ChangeListener = (_, change) => void recorded.push(change)
    const endpoint = new Endpoint('recorded', new Overlay(chain), { onChange })
    const apply = <T>(make: () => T) => endpoint.apply(MINE_ONE, make)
    const { head, clock } = endpoint
    const id = apply(() => endpoint.snapshot())
    const changes: (() => unknown)[] = [
      () => endpoint.forward(1),
      () => endpoint.switchBranch(at(10), { label: 'other' }, { length: 7, isViolation: false }),
      () => endpoint.switchTo(at(10), 10, { isViolation: false }),
      () => endpoint.alterState({ names: [], apply: (state) => state }),
      () => endpoint.stay(),
      () => endpoint.snapshot(),
      () => endpoint.revert(id),
      () => endpoint.reset(10),
      () => endpoint.setClock({ ...clock, interval: 5 }),
    ]
    for (const change of changes) {
      await expect((async () => change())()).rejects.toThrow('was changed without `apply`')
    }
    expect([endpoint.head, endpoint.clock, endpoint.snapshots?.count]).toEqual([head, clock, 1])
    expect(endpoint.isWithChain).toBe(true)
    await apply(() => endpoint.forward(1))
    expect(endpoint.head.number).toBe(17)
    expect(recorded).toEqual([MINE_ONE, MINE_ONE])
  })

  it('is refused again after one that has failed', async () => {
    const endpoint = new Endpoint('failed', new Overlay(chain), { onChange: () => {} })
    const fail = () => {
      throw new Error('not possible')
    }
    expect(() => endpoint.apply(MINE_ONE, fail)).toThrow('not possible')
    await expect(endpoint.apply(MINE_ONE, async () => fail())).rejects.toThrow('not possible')
    await expect(endpoint.forward(1)).rejects.toThrow('was changed without `apply`')
  })
})
