import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CallMemory } from '../../../src/endpoint/activity/callMemory.ts'
import { NewestEntries } from '../../../src/endpoint/activity/newestEntries.ts'

test('the newest entries are kept, never more than the limits allow', () => {
  const limits = fc.record({
    countMax: fc.integer({ min: 1, max: 80 }),
    bytesMax: fc.integer({ min: 1, max: 2_000 }),
  })
  const sizes = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 300 })
  fc.assert(
    fc.property(limits, sizes, (limit, added) => {
      const memory = new CallMemory()
      const newest = new NewestEntries(memory, limit)
      const all = added.map((bytes) => ({ bytes }))
      for (const [index, entry] of all.entries()) {
        newest.add(entry)
        const kept = [...newest]
        expect(kept).toEqual(all.slice(index + 1 - kept.length, index + 1))
        expect(newest.count).toBe(kept.length)
        expect(kept.length).toBeLessThanOrEqual(limit.countMax)
        expect(memory.bytes).toBeLessThanOrEqual(limit.bytesMax)
      }
      expect(newest.at(newest.count)).toBeUndefined()
      newest.close()
      expect(memory.bytes).toBe(0)
    }),
  )
})

test.each([
  ['as many as may be kept', { countMax: 1_000, bytesMax: 1_000_000 }, 1_000, 1_000],
  ['most of the memory that they may take', { countMax: 9_000, bytesMax: 100_000 }, 900, 1_000],
])('entries are kept until there are %s', (_, limits, least, most) => {
  const newest = new NewestEntries(new CallMemory(), limits)
  for (let added = 1; added <= 5_000; added++) {
    newest.add({ bytes: 100 })
    if (added < most) expect(newest.count).toBe(added)
    else expect(newest.count).toBeGreaterThanOrEqual(least)
  }
  expect(newest.count).toBeLessThanOrEqual(most)
})
