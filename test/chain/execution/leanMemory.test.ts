import { describe, expect, it } from 'vitest'
import { LeanMemory } from '../../../src/chain/execution/leanMemory.ts'

describe('LeanMemory', () => {
  it('begins with zeros, however much memory was used before', () => {
    new LeanMemory().write(0, 512, new Uint8Array(512).fill(0xff))
    for (let count = 0; count < 100; count++) {
      expect(new LeanMemory().read(0, 512)).toEqual(new Uint8Array(512))
    }
  })

  it('keeps what was written when it grows', () => {
    const memory = new LeanMemory()
    memory.write(500, 3, Uint8Array.of(1, 2, 3))
    memory.extend(100_000, 1)
    memory.writeWord(70_000, 7n)
    expect([...memory.read(499, 5)]).toEqual([0, 1, 2, 3, 0])
    expect(memory.readWord(70_000)).toBe(7n)
    expect(memory.readWord(100_000)).toBe(0n)
  })

  it('has at most 8 KB more than is needed', () => {
    const memory = new LeanMemory()
    for (const size of [1, 512, 513, 5000, 40_000, 40_001, 1_000_000]) {
      memory.extend(0, size)
      const { length } = memory._store
      expect(length >= size && length <= Math.ceil(size / 32) * 32 + 8192).toBe(true)
    }
  })

  it('writes and reads words of any size at any place', () => {
    const memory = new LeanMemory()
    for (const value of [0n, 1n, 2n ** 64n, 2n ** 255n + 5n, 2n ** 256n - 1n]) {
      memory.write(40, 32, new Uint8Array(32).fill(0xee))
      memory.writeWord(33, value)
      expect(memory.readWord(33)).toBe(value)
      expect([...memory.read(65, 7)]).toEqual(Array(7).fill(0xee))
    }
  })

  it('copies what is read, unless a view is wanted', () => {
    const memory = new LeanMemory()
    const [copy, view] = [memory.read(0, 32), memory.read(0, 32, true)]
    memory.writeWord(0, 9n)
    expect([copy[31], view[31]]).toEqual([0, 9])
  })
})
