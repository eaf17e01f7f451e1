import { expect, it } from 'vitest'
import { paddedMemory } from '../../../../src/chain/calls/tracers/paddedMemory.ts'

const memory = Uint8Array.of(1, 2, 3, 4)

it('copies a region, padded with zeros', () => {
  expect(paddedMemory(memory, 1n, 2n)).toEqual(Uint8Array.of(2, 3))
  expect(paddedMemory(memory, 3n, 3n)).toEqual(Uint8Array.of(4, 0, 0))
  expect(paddedMemory(memory, 9n, 2n)).toEqual(new Uint8Array(2))
})

it('returns undefined for a region that geth does not read', () => {
  expect(paddedMemory(memory, 0n, 2n ** 63n)).toBeUndefined()
  expect(paddedMemory(memory, 4n, 1024n * 1024n + 1n)).toBeUndefined()
  expect(paddedMemory(memory, 1n, 2n ** 63n - 1n)).toBeUndefined()
})

// offset + size is negative in geth, so less than the length of the memory; memoryCopy finds no memory at the offset.
it.each([
  [2n ** 62n, 2n ** 62n],
  [2n ** 63n - 1n, 1n],
  [2n ** 63n - 1n, 2n ** 63n - 1n],
])('returns nothing for %d and %d, whose sum has more than 63 bits', (offset, size) => {
  expect(paddedMemory(memory, offset, size)).toEqual(new Uint8Array(0))
})
