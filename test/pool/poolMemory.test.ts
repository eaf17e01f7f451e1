import { describe, expect, it } from 'vitest'
import { PoolMemory } from '../../src/pool/poolMemory.ts'

function poolOf(memory: PoolMemory, bytes: number) {
  const pool = { bytes }
  memory.change(pool, bytes)
  return pool
}

describe('PoolMemory.requireRoom', () => {
  it('leaves room for small pools, up to half of the limit more', () => {
    const memory = new PoolMemory(100)
    const [large, small] = [poolOf(memory, 100), poolOf(memory, 0)]
    expect(() => memory.requireRoom(large, 1)).toThrow('txpool is full')
    memory.requireRoom(small, 30)
    expect(() => memory.requireRoom(small, 60)).toThrow('txpool is full')
    memory.change(poolOf(memory, 40), 0)
    expect(() => memory.requireRoom(small, 20)).toThrow('txpool is full')
    memory.requireRoom(small, 10)
  })

  it('drops endpoints that nobody uses for a small pool only', () => {
    const memory = new PoolMemory(100)
    const [idle, large, small] = [poolOf(memory, 40), poolOf(memory, 60), poolOf(memory, 0)]
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
