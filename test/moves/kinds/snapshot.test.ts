import { describe, expect, it } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import { movedSpec, refusalOf, timeOf, viewsOver } from '../../support/movedView.ts'

const chain = await createChain(movedSpec)
const { view, at } = viewsOver(chain)

describe('rollback and snapshot', () => {
  it('return any number of times, and produce the same blocks from there', async () => {
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

  it('are refused without a snapshot', async () => {
    const endpoint = view()
    expect(await refusalOf(() => endpoint.rollback(17))).toBe('ROLLBACK_TOO_DEEP')
    expect(await refusalOf(() => endpoint.rollback(-1))).toBe('INVALID_ARGUMENT')
    endpoint.rollback(16)
    expect(endpoint.head).toBe(at(0))
  })
})

it('are limited to 100,000 snapshots of an endpoint', () => {
  const endpoint = view()
  let id = 0
  for (let count = 0; count < 100_000; count++) id = endpoint.snapshot()
  expect(id).toBe(100_000)
  expect(() => endpoint.snapshot()).toThrow(
    expect.objectContaining({
      code: 'TOO_MANY_SNAPSHOTS',
      message: 'an endpoint can have at most 100000 snapshots',
    }),
  )
  expect(endpoint.revert(id)).toBe(true)
})
