import { describe, expect, it } from 'vitest'
import { PoolMemory, type PoolShare } from '../../src/pool/poolMemory.ts'

/** A pool that keeps transactions of ten bytes. */
function shareOf(memory: PoolMemory, count: number): PoolShare {
  const share = {
    leftBytes: count * 10,
    get bytes() {
      return this.leftBytes
    },
    forgetLeft(bytes: number) {
      const freed = Math.min(this.leftBytes, Math.ceil(bytes / 10) * 10)
      this.leftBytes -= freed
      memory.change(this, -freed)
    },
  }
  memory.change(share, share.leftBytes)
  return share
}

/** A pool that keeps nothing for rollbacks. */
function pooledOf(memory: PoolMemory, bytes: number) {
  const pool = { bytes, leftBytes: 0, forgetLeft: () => {} }
  memory.change(pool, bytes)
  return pool
}

describe('PoolMemory.requireRoom', () => {
  it('frees what the pool that keeps most for rollbacks keeps, and no more than is missing', () => {
    const memory = new PoolMemory(100)
    const [small, large] = [shareOf(memory, 3), shareOf(memory, 6)]
    memory.requireRoom(large, 10)
    expect([small.leftBytes, large.leftBytes, memory.bytes]).toEqual([30, 60, 90])
    memory.requireRoom(large, 25)
    expect([small.leftBytes, large.leftBytes, memory.bytes]).toEqual([30, 40, 70])
  })

  it('refuses only when nothing is kept for rollbacks', () => {
    const memory = new PoolMemory(100)
    const pooled = pooledOf(memory, 40)
    const shares = [shareOf(memory, 3), shareOf(memory, 3)]
    memory.requireRoom(pooled, 60)
    expect(memory.bytes).toBe(40)
    expect(shares.map(({ leftBytes }) => leftBytes)).toEqual([0, 0])
    expect(() => memory.requireRoom(pooled, 61)).toThrow('txpool is full')
  })

  it('leaves room for small pools, up to half of the limit more', () => {
    const memory = new PoolMemory(100)
    const [large, small] = [pooledOf(memory, 100), pooledOf(memory, 0)]
    expect(() => memory.requireRoom(large, 1)).toThrow('txpool is full')
    memory.requireRoom(small, 30)
    expect(() => memory.requireRoom(small, 60)).toThrow('txpool is full')
    memory.change(pooledOf(memory, 40), 0)
    expect(() => memory.requireRoom(small, 20)).toThrow('txpool is full')
    memory.requireRoom(small, 10)
  })

  it('drops endpoints that nobody uses for a small pool only', () => {
    const memory = new PoolMemory(100)
    const [idle, large, small] = [pooledOf(memory, 40), pooledOf(memory, 60), pooledOf(memory, 0)]
    let drops = 0
    memory.dropIdle = () => {
      if (idle.bytes === 0) return false
      drops++
      idle.bytes = 0
      memory.change(idle, -40)
      return true
    }
    expect(() => memory.requireRoom(large, 20)).toThrow('txpool is full')
    expect(drops).toBe(0)
    memory.requireRoom(small, 20)
    expect([drops, memory.bytes]).toEqual([1, 60])
  })
})
