import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import type { Endpoint } from '../../src/endpoint/endpoint.ts'
import { type FinalityRule, finalityRule } from '../../src/endpoint/finality.ts'
import { readArgument } from '../../src/endpoint/moveError.ts'
import { setFinality } from '../../src/moves/kinds/setFinality.ts'
import { doNow } from '../support/movableEndpoint.ts'
import { movedSpec, refusalOf, viewsOver } from '../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view } = viewsOver(chain)

it.each([undefined, 3, []])('says what a rule may be: %s', (rule) => {
  const read = () => readArgument(finalityRule, rule, 'finality')
  expect(read).toThrow("{ safe: 2, finalized: 4 }, 'stalled' or 'absent'")
})

describe('finality', () => {
  const tags = (endpoint: Endpoint) =>
    (['safe', 'finalized'] as const).map((tag) => endpoint.blockByTag(tag)?.number)

  it('follows the head at a distance, stalls, and can be absent', async () => {
    const endpoint = view()
    expect(endpoint.finality).toEqual(movedSpec.finality)
    expect(tags(endpoint)).toEqual([13, 10])
    endpoint.setFinality({ safe: 1, finalized: 2 })
    expect(tags(endpoint)).toEqual([15, 14])
    endpoint.setFinality('stalled')
    await endpoint.mine(2)
    expect(tags(endpoint)).toEqual([15, 14])
    endpoint.setFinality('absent')
    expect(tags(endpoint)).toEqual([undefined, undefined])
    await endpoint.reorg({ depth: 10 })
    endpoint.setFinality({ safe: 100, finalized: 200 })
    expect(tags(endpoint)).toEqual([undefined, undefined])
    expect(tags(view())).toEqual([13, 10])
  })

  it('is at the first block from the start where it is to be', async () => {
    const endpoint = view()
    endpoint.setFinality({ safe: 1, finalized: 20, fromFirst: true })
    expect(tags(endpoint)).toEqual([15, 0])
    await endpoint.mine(5)
    expect(tags(endpoint)).toEqual([20, 1])
  })

  it('does not go back with a shorter branch, unless it is violated', async () => {
    const endpoint = view()
    await endpoint.reorg({ depth: 6, length: 1 })
    expect(endpoint.head.number).toBe(11)
    expect(tags(endpoint)).toEqual([10, 10])
    expect(await refusalOf(() => endpoint.reorg({ depth: 2 }))).toBe('REORG_PAST_FINALITY')
    await endpoint.mine(7)
    expect(tags(endpoint)).toEqual([15, 12])
    await endpoint.reorg({ depth: 10, length: 1, force: true })
    expect(tags(endpoint)).toEqual([6, 3])
  })

  it('stays on the branch of the head, wherever the head moves', async () => {
    const endpoint = view()
    await endpoint.reorg({ depth: 6, length: 1 })
    // The target is on the same branch, so final blocks stay final.
    const before = endpoint.snapshot()
    const mined = await endpoint.mine(2)
    endpoint.revert(before)
    await endpoint.advanceTo(mined[0]?.hash as `0x${string}`)
    expect(tags(endpoint)).toEqual([10, 10])
    const leader = view()
    leader.moveTo(8)
    endpoint.lag = { behind: leader, by: 0 }
    expect(tags(endpoint)).toEqual([5, 2])
  })

  it('moves back to the fork when a stalled block is left', async () => {
    const endpoint = view()
    endpoint.setFinality('stalled')
    const before = endpoint.snapshot()
    await endpoint.reorg({ depth: 5, length: 1 })
    expect(tags(endpoint)).toEqual([11, 10])
    await endpoint.mine(3)
    expect(tags(endpoint)).toEqual([11, 10])
    endpoint.rollback(10)
    expect(tags(endpoint)).toEqual([5, 5])
    await endpoint.mine(2)
    expect(tags(endpoint)).toEqual([5, 5])
    endpoint.revert(before)
    expect(tags(endpoint)).toEqual([13, 10])
    await endpoint.reorg({ depth: 9, force: true })
    expect(tags(endpoint)).toEqual([7, 7])

    const [leader, follower] = [view(), view()]
    follower.lag = { behind: leader, by: 1 }
    follower.setFinality('stalled')
    expect(tags(follower)).toEqual([12, 9])
    leader.rollback(11)
    expect(tags(follower)).toEqual([4, 4])
  })

  it('does not go back for an endpoint that lags behind a reorg, whatever it does next', async () => {
    const [leader, follower] = [view(), view()]
    follower.lag = { behind: leader, by: 2 }
    expect(tags(follower)).toEqual([11, 8])
    await leader.reorg({ depth: 6, length: 1 })
    expect(follower.head.number).toBe(9)
    expect(tags(follower)).toEqual([8, 8])
    const id = follower.snapshot()
    await expect(follower.mine(2, { secondsBetween: 2 ** 40 })).rejects.toThrow()
    expect(tags(follower)).toEqual([8, 8])
    await follower.mine(1)
    expect(tags(follower)).toEqual([8, 8])
    expect(await refusalOf(() => follower.reorg({ depth: 3 }))).toBe('REORG_PAST_FINALITY')
    follower.revert(id)
    expect(tags(follower)).toEqual([8, 8])
    await leader.mine(20)
    expect(tags(follower)).toEqual([8, 8])
    await follower.mine(8)
    expect(tags(follower)).toEqual([14, 11])
  })

  it.each([
    'never' as never,
    null as never,
    { safe: 3 } as never,
    { safe: -1, finalized: 3 },
    { safe: 5, finalized: 3 },
  ])('refuses %o', async (rule: FinalityRule) => {
    const endpoint = view()
    expect(await refusalOf(() => doNow(setFinality, endpoint, rule))).toBe('INVALID_ARGUMENT')
    expect(endpoint.finality).toEqual(movedSpec.finality)
  })
})
