import { expect, it } from 'vitest'
import type { ChangeEntry, WrittenChange } from '../../src/log/entry.ts'
import { MinedBlocks } from '../../src/log/minedBlocks.ts'
import type { Hex } from '../../src/primitives/hex.ts'

const hash = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`

function entry(change: WrittenChange, start: number, end: number): ChangeEntry {
  return {
    sequence: end,
    endpoint: 'a',
    change,
    start: hash(start),
    end: { number: end, hash: hash(end) },
  }
}

it.each<[string, WrittenChange]>([
  ['another move', { move: 'rollback', args: [1] }],
  ['a transaction', { send: '0x' }],
  ['options', { move: 'mine', args: [1, { secondsBetween: 5 }] }],
])('are not in an entry with %s', (_, change) => {
  expect(MinedBlocks.of(entry(change, 1, 2))).toBeUndefined()
})

it('leave an entry that stays alone as it is', () => {
  const alone = entry({ move: 'mine', args: [null, {}] }, 1, 2)
  expect(MinedBlocks.of(alone)?.entry).toBe(alone)
  const timed = entry({ mine: 1 }, 1, 2)
  expect(MinedBlocks.of(timed)?.entry).toBe(timed)
})

it('are not joined beyond what one move may mine', () => {
  const most = MinedBlocks.of(entry({ move: 'mine', args: [1_000_000] }, 1, 2))
  const next = MinedBlocks.of(entry({ mine: 1 }, 2, 3)) as MinedBlocks
  expect(most?.add(next)).toBe(false)
  const fewer = MinedBlocks.of(entry({ move: 'mine', args: [999_999] }, 1, 2))
  expect(fewer?.add(next)).toBe(true)
  expect(fewer?.entry).toEqual({
    ...entry({ move: 'mine', args: [1_000_000] }, 1, 3),
    sequence: 2,
  })
})
