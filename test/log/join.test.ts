import { expect, it } from 'vitest'
import { type Change, MINE_ONE } from '../../src/endpoint/changes.ts'
import type { ChangeEntry } from '../../src/log/entry.ts'
import { joinAll } from '../../src/log/join.ts'
import type { Hex } from '../../src/primitives/hex.ts'

const hash = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`

function entry(change: Change, start: number, end: number): ChangeEntry {
  return {
    sequence: end,
    endpoint: 'a',
    change,
    start: hash(start),
    end: { number: end, hash: hash(end) },
  }
}

it.each<[string, Change]>([
  ['another move', { move: 'rollback', args: [1] }],
  ['a transaction', { move: 'sendTransaction', args: [{ raw: '0x' }] }],
])('blocks are not joined with %s', (_, change) => {
  const entries = [entry(change, 1, 2), entry(change, 2, 3), entry(MINE_ONE, 3, 4)]
  expect(joinAll(entries)).toEqual(entries)
})

it('joins blocks that are as far apart, where one was mined on the other', () => {
  const one = (timestamp: number, start: number, end = start + 1) =>
    entry({ move: 'mine', args: [1, { timestamp }] }, start, end)
  const apart = one(17, 5)
  const entries = [one(10, 1), one(12, 2), one(14, 3), apart, one(18, 7)]
  const joined = entry({ move: 'mine', args: [3, { timestamp: 10, secondsBetween: 2 }] }, 1, 4)
  expect(joinAll(entries)).toEqual([{ ...joined, sequence: 2 }, apart, one(18, 7)])
})

it('leaves an entry that stays alone as it is', () => {
  const alone = entry({ move: 'mine', args: [null, {}] }, 1, 2)
  expect(joinAll([alone])[0]).toBe(alone)
  const timed = entry(MINE_ONE, 1, 2)
  expect(joinAll([timed])[0]).toBe(timed)
})

it('joins no more than what one move may mine', () => {
  const next = entry(MINE_ONE, 2, 3)
  const most = entry({ move: 'mine', args: [1_000_000] }, 1, 2)
  expect(joinAll([most, next])).toEqual([most, next])
  const fewer = entry({ move: 'mine', args: [999_999] }, 1, 2)
  const both = { ...entry({ move: 'mine', args: [1_000_000] }, 1, 3), sequence: 2 }
  expect(joinAll([fewer, next])).toEqual([both])
})

it('joins what was read of the clock, up to so many times', () => {
  const timed = (number: number, ...clock: readonly (readonly [number, number])[]) => ({
    ...entry({ move: 'mine', args: [clock.length] }, number, number + 1),
    clock,
  })
  const [joined, ...others] = joinAll([timed(1, [5, 1]), timed(2, [5, 1]), timed(3, [6, 1])])
  expect([joined?.clock, others]).toEqual([
    [
      [5, 2],
      [6, 1],
    ],
    [],
  ])
  const many = Array.from({ length: 5000 }, (_, index) => timed(index, [index, 1]))
  expect(joinAll(many).map(({ clock }) => clock.length)).toEqual([4096, 904])
})
