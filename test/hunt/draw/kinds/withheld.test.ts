import { expect, test } from 'vitest'
import { withheld } from '../../../../src/hunt/draw/kinds/withheld.ts'
import { Random } from '../../../../src/primitives/random.ts'
import { drawMany, namesOf, situation } from '../situation.ts'

const drawn = drawMany(withheld)

test('new blocks cannot be read until the client has looked for news several times', () => {
  expect([...new Set(drawn.map(namesOf))].toSorted()).toEqual([
    'setFaults mine setFaults',
    'setFaults setFaults mine setFaults setFaults',
  ])
  const calls = drawn.map((steps) => {
    const wait = steps.findLast((step) => 'waitFor' in step)
    return wait !== undefined && 'waitFor' in wait ? (wait.waitFor.calls ?? 0) : 0
  })
  expect([Math.min(...calls), Math.max(...calls)]).toEqual([4, 12])
})

test('each fault ends, and is about the new blocks only', () => {
  for (const steps of drawn) {
    const faults = steps.flatMap((step) => ('setFaults' in step ? [step] : []))
    const [begin, end] = [0, faults.length / 2].map((from) =>
      faults.slice(from, from + faults.length / 2),
    )
    expect(end).toEqual(begin?.map((step) => ({ ...step, setFaults: [] })))
    for (const { setFaults } of begin ?? []) {
      const about = { methods: 'eth_getBlockByHash', named: 'hash', blocks: { from: 13 } }
      expect(setFaults).toEqual([{ ...about, fault: { kind: 'null' } }])
    }
  }
})

test('does not happen to a client that does not poll', () => {
  const { profile } = situation(new Random('pushed'))
  expect(drawMany(withheld, { profile: { ...profile, polls: [] } })).toEqual([])
})
