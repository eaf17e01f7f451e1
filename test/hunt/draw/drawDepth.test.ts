import { expect, test } from 'vitest'
import { drawDepth, drawUndoneDepth } from '../../../src/hunt/draw/drawDepth.ts'
import type { Situation } from '../../../src/hunt/draw/event.ts'
import { Random } from '../../../src/primitives/random.ts'
import { situation } from './situation.ts'

/** How often each depth is drawn. */
function depths(draw: (situation: Situation) => number, more: Partial<Situation>) {
  const counts = new Map<number, number>()
  for (let index = 0; index < 2000; index++) {
    const depth = draw(situation(new Random(`depth ${index}`), more))
    counts.set(depth, (counts.get(depth) ?? 0) + 1)
  }
  return counts
}

const ownFinality = { depthMax: 30, undoneMax: 64, finalDistances: [30, 34] }

test('no reorg that stays removes what the client takes as final', () => {
  const counts = depths(drawDepth, ownFinality)
  expect(Math.max(...counts.keys())).toBe(30)
  expect(Math.min(...counts.keys())).toBe(1)
})

test('one that is undone mostly ends near that, as it is or as it was when the client began', () => {
  const counts = depths(drawUndoneDepth, ownFinality)
  expect(Math.max(...counts.keys())).toBeLessThanOrEqual(64)
  const sum = (of: readonly number[]) => of.reduce((all, each) => all + (counts.get(each) ?? 0), 0)
  for (const depth of [29, 30, 31, 33, 34, 35]) expect(counts.get(depth)).toBeGreaterThan(50)
  expect(sum([31, 32, 33, 34, 35, 36, 37, 38, 39, 40])).toBeGreaterThan(400)
})

test('none is deeper than the chain allows', () => {
  const counts = depths(drawUndoneDepth, { ...ownFinality, undoneMax: 31 })
  expect(Math.max(...counts.keys())).toBe(31)
  expect(depths(drawUndoneDepth, { depthMax: 1, undoneMax: 1 })).toEqual(new Map([[1, 2000]]))
})
