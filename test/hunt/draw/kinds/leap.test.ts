import { expect, test } from 'vitest'
import { headMoves } from '../../../../src/hunt/draw/headMoves.ts'
import { leap } from '../../../../src/hunt/draw/kinds/leap.ts'
import { drawMany, namesOf } from '../situation.ts'

const drawn = drawMany(leap)

test('is more than many clients read at once, between two of their calls', () => {
  expect(drawn).toHaveLength(200)
  for (const steps of drawn) {
    expect(headMoves(steps, 'node').head).toBeGreaterThan(64)
    expect(steps.slice(1).filter((step) => 'waitFor' in step)).toEqual([])
  }
})

test('is on another branch, or leaves a replica behind, or both', () => {
  expect([...new Set(drawn.map(namesOf))].toSorted()).toEqual([
    'lag mine',
    'mine',
    'reorg lag mine',
    'reorg mine',
  ])
})

test('a replica that stays behind has the head that it had', () => {
  const [mine, lag] = (drawn.find((steps) => namesOf(steps) === 'lag mine') ?? []).toReversed()
  const count = mine !== undefined && 'mine' in mine ? mine.mine : undefined
  expect(lag).toEqual({ lag: { behind: 'node', blocks: count }, endpoint: 'replica' })
})
