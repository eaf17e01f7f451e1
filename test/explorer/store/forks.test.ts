import { expect, it } from 'vitest'
import { forkAt } from '../../../src/explorer/store/forks.ts'
import { createChain } from '../../../src/index.ts'

const chain = await createChain({
  blocks: 0,
  forks: { homestead: 2, spuriousDragon: 4, london: 6, paris: 8 },
})
const forks = chain.rules.forks.map(({ name, at }) => ({ name, ...at }))

it.each([
  [0, 'Frontier'],
  [1, 'Frontier'],
  [2, 'Homestead'],
  [4, 'Spurious Dragon'],
  [5, 'Spurious Dragon'],
  [7, 'London'],
  [8, 'Paris'],
])('names the fork of block %i', (number, name) => {
  expect(forkAt(forks, { number, timestamp: 0 })).toBe(name)
})

it('names a fork that begins at a time', () => {
  const timed = [...forks, { name: 'shanghai', timestamp: 1_000 }]
  expect(forkAt(timed, { number: 9, timestamp: 999 })).toBe('Paris')
  expect(forkAt(timed, { number: 9, timestamp: 1_000 })).toBe('Shanghai')
})

it('names a fork that changes a single number with the one before it', () => {
  const small = [...forks, { name: 'osaka', timestamp: 5 }, { name: 'bpo1', timestamp: 9 }]
  expect(forkAt(small, { number: 9, timestamp: 8 })).toBe('Osaka')
  expect(forkAt(small, { number: 9, timestamp: 9 })).toBe('Osaka (BPO1)')
})
