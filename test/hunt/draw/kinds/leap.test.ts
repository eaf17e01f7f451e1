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

test('is on another branch, or leaves a replica behind', () => {
  expect([...new Set(drawn.map(namesOf))].toSorted()).toEqual([
    'advanceTo mine lag',
    'mine',
    'reorg mine',
  ])
})

test('a replica that stays behind keeps the head that it had', () => {
  const steps = drawn.find((each) => namesOf(each) === 'advanceTo mine lag')?.slice(-3)
  const [stay, mine = {}] = steps ?? []
  expect(stay).toMatchObject({ advanceTo: expect.any(Number), endpoint: 'replica' })
  const lag = { behind: 'node', blocks: 'mine' in mine ? mine.mine : undefined }
  expect(steps?.[2]).toEqual({ lag, endpoint: 'replica' })
})
