import { expect, test } from 'vitest'
import { sizeOf } from '../../../src/endpoint/activity/sizeOf.ts'

test('counts strings, lists and objects, and stops above the limit', () => {
  expect(sizeOf('x'.repeat(1000), 1)).toBeGreaterThan(1000)
  const one = sizeOf([{ address: 'x'.repeat(100) }], 10_000)
  expect(sizeOf(Array(10).fill({ address: 'x'.repeat(100) }), 10_000)).toBeGreaterThan(5 * one)
  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  const size = sizeOf(cyclic, 10_000)
  expect(size).toBeGreaterThan(10_000)
  expect(size).toBeLessThan(20_000)
})

test('counts the names of members, which clients choose', () => {
  expect(sizeOf([{ ['x'.repeat(1000)]: 1 }], 10_000)).toBeGreaterThan(2000)
})
