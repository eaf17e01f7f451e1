import { describe, expect, it } from 'vitest'
import { type Change, MINE_ONE } from '../../src/endpoint/changes.ts'
import { compact } from '../../src/log/compact.ts'
import type { ChangeEntry, Entry } from '../../src/log/entry.ts'
import type { Hex } from '../../src/primitives/hex.ts'

const hash = (number: number): Hex => `0x${number.toString(16).padStart(64, '0')}`

/** An entry that moves an endpoint from one block to another. */
function change(
  sequence: number,
  change: Change,
  [start, end]: readonly [number, number],
  endpoint = 'a',
): ChangeEntry {
  return { sequence, endpoint, change, start: hash(start), end: { number: end, hash: hash(end) } }
}

const mine = (count?: number): Change => ({ move: 'mine', args: [count] })
const faults = (sequence: number, endpoint = 'a') =>
  change(sequence, { move: 'setFaults', args: [[]] }, [1, 1], endpoint)

describe('compact', () => {
  it('joins blocks that were mined one after another, also while other endpoints move', () => {
    const other = change(2, mine(), [1, 2], 'b')
    const entries = [change(1, mine(2), [1, 3]), other, change(3, mine(), [3, 4])]
    expect(compact(entries)).toEqual([change(1, mine(3), [1, 4]), other])
  })

  it('joins blocks that were mined by calls without options, and by a timer', () => {
    const entries = [
      change(1, { move: 'mine', args: [null, {}] }, [1, 2]),
      change(2, MINE_ONE, [2, 3]),
      change(3, MINE_ONE, [3, 4]),
    ]
    expect(compact(entries)).toEqual([change(1, mine(3), [1, 4])])
  })

  it('joins no blocks whose times were given', () => {
    const one = (sequence: number, options: object) =>
      change(sequence, { move: 'mine', args: [1, options] }, [sequence, sequence + 1])
    const timed = [one(1, { timestamp: 10 }), one(2, { timestamp: 12 })]
    expect(compact(timed)).toEqual(timed)
    const apart = [one(1, { secondsBetween: 5 }), one(2, { secondsBetween: 5 })]
    expect(compact(apart)).toEqual(apart)
  })

  it('keeps when nodes of a forked network were lost', () => {
    const lost = [hash(9)]
    const entries: Entry[] = [
      change(1, mine(), [1, 2]),
      { ...change(2, mine(), [2, 3]), lost },
      change(3, mine(), [3, 4]),
      { ...faults(4), lost },
      faults(5),
    ]
    expect(compact(entries)).toEqual(entries)
  })

  it('joins what blocks have read of the wall clock', () => {
    const entries: Entry[] = [
      { ...change(1, mine(2), [1, 3]), clock: [[5, 2]] },
      { ...change(2, MINE_ONE, [3, 4]), clock: [[5, 1]] },
      { ...change(3, MINE_ONE, [4, 5]), clock: [[6, 1]] },
      {
        ...change(4, mine(3), [5, 8]),
        clock: [
          [6, 1],
          [7, 2],
        ],
      },
    ]
    const clock: ChangeEntry['clock'] = [
      [5, 3],
      [6, 2],
      [7, 2],
    ]
    expect(compact(entries)).toEqual([{ ...change(1, mine(7), [1, 8]), clock }])
  })

  it('gives no entry more times of the wall clock than fit into a line', () => {
    const entries = Array.from({ length: 5000 }, (_, index): Entry => {
      return { ...change(index + 1, MINE_ONE, [index, index + 1]), clock: [[index, 1]] }
    })
    const compacted = compact(entries) as ChangeEntry[]
    expect(compacted.map(({ clock }) => clock?.length)).toEqual([4096, 904])
    expect(compacted.map(({ end }) => end.number)).toEqual([4096, 5000])
  })

  it.each<[string, readonly Entry[]]>([
    [
      'where one has read the wall clock and the other one has not',
      [{ ...change(1, mine(), [1, 2]), clock: [[5, 1]] }, change(2, mine(), [2, 3])],
    ],
    [
      'with options',
      [change(1, mine(), [1, 2]), change(2, { move: 'mine', args: [1, { timestamp: 5 }] }, [2, 3])],
    ],
    [
      'after a transaction was sent',
      [
        change(1, { move: 'sendTransaction', args: [{ raw: '0x' }] }, [0, 1]),
        change(2, mine(), [1, 2]),
        change(3, mine(), [2, 3]),
      ],
    ],
    [
      'after a move has sent a transaction',
      [
        change(1, { move: 'sendTransaction', args: [{ raw: '0x', mine: false }] }, [1, 1]),
        change(2, mine(), [1, 2]),
        change(3, mine(), [2, 3]),
      ],
    ],
    [
      'after a reorg with chosen transactions',
      [
        change(1, { move: 'reorg', args: [{ depth: 1, transactions: [] }] }, [0, 1]),
        change(2, mine(), [1, 2]),
        change(3, mine(), [2, 3]),
      ],
    ],
    ['from another block', [change(1, mine(), [1, 2]), change(2, mine(), [7, 8])]],
    [
      'at an endpoint that another one follows',
      [
        { sequence: 1, endpoint: 'b', create: { lag: { behind: 'a', blocks: 1 } } },
        change(2, mine(), [1, 2]),
        change(3, mine(), [2, 3]),
      ],
    ],
    [
      'at an endpoint that has another key, which another one follows',
      [
        { sequence: 1, endpoint: 'b', create: { lag: { behind: 'geth', blocks: 1 } } },
        change(2, mine(), [1, 2], 'dev'),
        change(3, mine(), [2, 3], 'dev'),
      ],
    ],
    [
      'at an endpoint that shares those of another one',
      [
        change(1, { move: 'setLag', args: [{ behind: 'b', blocks: 1 }] }, [1, 1]),
        change(2, mine(), [1, 2]),
        change(3, mine(), [2, 3]),
      ],
    ],
  ])('does not join blocks %s', (_, entries) => {
    expect(compact(entries)).toEqual(entries)
  })

  it('keeps the last growth of the chain, and the last faults of an endpoint', () => {
    const grown = (sequence: number): Entry => ({
      sequence,
      chain: { number: sequence, hash: hash(1) },
    })
    const entries = [grown(1), grown(2), faults(3), faults(4, 'b'), faults(5), grown(6)]
    expect(compact(entries).map(({ sequence }) => sequence)).toEqual([2, 4, 5, 6])
  })

  it('drops endpoints that were closed, but not that a key of the server was closed', () => {
    const entries: Entry[] = [
      { sequence: 1, endpoint: 'made', create: {} },
      change(2, mine(), [1, 2], 'made'),
      change(3, mine(), [1, 2], 'key'),
      { sequence: 4, endpoint: 'made', close: true },
      { sequence: 5, endpoint: 'key', close: true },
    ]
    expect(compact(entries)).toEqual(entries.slice(4))
  })

  it('keeps that a key of the server was closed before it was created again', () => {
    const entries: Entry[] = [
      change(1, mine(), [1, 2]),
      { sequence: 2, endpoint: 'a', close: true },
      { sequence: 3, endpoint: 'a', create: { head: 3 } },
      { sequence: 4, endpoint: 'a', close: true },
    ]
    expect(compact(entries)).toEqual(entries.slice(3))
    expect(compact(entries.slice(0, 3))).toEqual(entries.slice(1, 3))
  })

  it('keeps a closed endpoint that has followed another one only if it has moved', () => {
    const create: Entry = {
      sequence: 1,
      endpoint: 'b',
      create: { lag: { behind: 'a', blocks: 1 } },
    }
    const snapshot = change(2, { move: 'snapshot', args: [] }, [1, 1], 'b')
    const close: Entry = { sequence: 4, endpoint: 'b', close: true }
    expect(compact([create, snapshot, close])).toEqual([])
    const moved = [create, snapshot, change(3, mine(), [1, 2], 'b'), close]
    expect(compact(moved)).toEqual(moved)
    const end = { number: 1, hash: hash(1), stateRoot: hash(5) }
    const altered = [create, snapshot, { ...change(3, mine(), [1, 1], 'b'), end }, close]
    expect(compact(altered)).toEqual(altered)
  })
})
