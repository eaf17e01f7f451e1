import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/primitives/random.ts'

describe('Random', () => {
  it('gives the recorded values', () => {
    const random = new Random('frozen')
    expect([random.uint32(), random.uint32(), random.uint32()]).toEqual([
      3967977189, 1637717548, 4170299174,
    ])
  })

  it('gives the same values for the same key, and others for another', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (key, other) => {
        fc.pre(key !== other)
        const draws = (from: string) => [...new Random(from).bytes(16)]
        expect(draws(key)).toEqual(draws(key))
        expect(draws(key)).not.toEqual(draws(other))
      }),
    )
  })

  it('stays within bounds', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 2 ** 32 - 1 }),
        (key, low, span) => {
          const drawn = new Random(key).between(low, low + span)
          expect(drawn).toBeGreaterThanOrEqual(low)
          expect(drawn).toBeLessThanOrEqual(low + span)
        },
      ),
    )
  })

  it('reaches every value about equally often', () => {
    const random = new Random('even')
    const counts = new Array<number>(10).fill(0)
    for (let draw = 0; draw < 20_000; draw++) {
      const drawn = random.below(10)
      counts[drawn] = (counts[drawn] as number) + 1
    }
    for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(220)
  })

  it('refuses to pick from an empty list', () => {
    expect(() => new Random('').pick([])).toThrow(RangeError)
  })
})

it('picks items as often as their weights say', () => {
  const random = new Random('weights')
  const items = [
    ['a', 3],
    ['b', 0],
    ['c', 1],
  ] as const
  const drawn = Array.from({ length: 4000 }, () => random.pickWeighted(items))
  expect(drawn).not.toContain('b')
  const share = drawn.filter((item) => item === 'a').length / drawn.length
  expect(share).toBeGreaterThan(0.7)
  expect(share).toBeLessThan(0.8)
  expect(random.pickWeighted([['a', 0]])).toBeUndefined()
  expect(random.pickWeighted([])).toBeUndefined()
})
