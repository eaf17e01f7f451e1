import { describe, expect, it } from 'vitest'
import { PoolMemory, type PoolShare } from '../../src/pool/poolMemory.ts'

/** A pool that keeps transactions of ten bytes. */
function shareOf(memory: PoolMemory, count: number): PoolShare {
  const share = {
    leftBytes: count * 10,
    forgetLeft(bytes: number) {
      const freed = Math.min(this.leftBytes, Math.ceil(bytes / 10) * 10)
      this.leftBytes -= freed
      memory.change(this, -freed)
    },
  }
  memory.change(share, share.leftBytes)
  return share
}

describe('PoolMemory.requireRoom', () => {
  it('frees what the pool that keeps most for rollbacks keeps, and no more than is missing', () => {
    const memory = new PoolMemory(100)
    const [small, large] = [shareOf(memory, 3), shareOf(memory, 6)]
    memory.requireRoom(10)
    expect([small.leftBytes, large.leftBytes, memory.bytes]).toEqual([30, 60, 90])
    memory.requireRoom(25)
    expect([small.leftBytes, large.leftBytes, memory.bytes]).toEqual([30, 40, 70])
  })

  it('refuses only when nothing is kept for rollbacks', () => {
    const memory = new PoolMemory(100)
    const pooled = { leftBytes: 0, forgetLeft: () => {} }
    memory.change(pooled, 40)
    const shares = [shareOf(memory, 3), shareOf(memory, 3)]
    memory.requireRoom(60)
    expect(memory.bytes).toBe(40)
    expect(shares.map(({ leftBytes }) => leftBytes)).toEqual([0, 0])
    expect(() => memory.requireRoom(61)).toThrow('txpool is full')
  })
})
