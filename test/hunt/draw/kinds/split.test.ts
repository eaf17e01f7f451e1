import { expect, test } from 'vitest'
import { headMoves } from '../../../../src/hunt/draw/headMoves.ts'
import { split } from '../../../../src/hunt/draw/kinds/split.ts'
import type { Step } from '../../../../src/scenario/step.ts'
import { drawMany } from '../situation.ts'

const drawn = drawMany(split)

/** By how many blocks the head of the replica moves. */
function replicaMoves(steps: readonly Step[]): number {
  return headMoves(
    steps.filter(({ endpoint }) => endpoint === 'replica'),
    'replica',
  ).head
}

test('the node ends above the replica', () => {
  expect(drawn).toHaveLength(200)
  for (const steps of drawn) {
    expect(headMoves(steps, 'node').head).toBeGreaterThan(replicaMoves(steps))
  }
})

test('sometimes the head of the replica is lower and newer', () => {
  const later = drawn.filter((steps) => steps.some((step) => 'increaseTime' in step))
  expect(later.length).toBeGreaterThan(10)
  for (const steps of later) {
    const ofReplica = steps.filter(({ endpoint }) => endpoint === 'replica')
    expect(replicaMoves(steps)).toBeLessThanOrEqual(0)
    const names = ofReplica.map((step) => Object.keys(step)[0])
    expect(names.filter((name) => name !== 'waitFor')).toEqual(['reorg', 'increaseTime', 'mine'])
  }
})
