import { expect, it } from 'vitest'
import { leaderOf } from '../../src/endpoint/leaderOf.ts'
import type { Entry } from '../../src/log/entry.ts'
import { leaderIn } from '../../src/log/leaderIn.ts'

const end = { number: 1, hash: `0x${'1'.repeat(64)}` } as const

it('finds the endpoint behind which another one lags from an entry on', () => {
  const change = (endpoint: string, move: string, ...args: unknown[]): Entry => {
    return { sequence: 1, endpoint, change: { move, args }, start: end.hash, end }
  }
  const entries: Entry[] = [
    { sequence: 1, endpoint: 'a', create: { lag: { behind: 'b', blocks: 2 } } },
    { sequence: 2, endpoint: 'c', create: { dialect: 'geth' } },
    { sequence: 3, chain: end },
    change('d', 'setLag', { behind: 'e', blocks: 1 }),
    change('f', 'setLag', null),
    change('g', 'mine', { behind: 'e' }),
    { sequence: 9, endpoint: 'a', close: true },
  ]
  const none = undefined
  expect(entries.map(leaderIn)).toEqual(['b', none, none, 'e', none, none, none])
})

it.each([undefined, null, 5, {}, { lag: 5 }, { lag: { behind: 5 } }])(
  'finds no leader in %j',
  (options) => {
    expect(leaderOf(options)).toBeUndefined()
  },
)
