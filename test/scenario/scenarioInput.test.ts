import { expect, it } from 'vitest'
import { resolveScenario } from '../../src/scenario/resolveScenario.ts'

it('checks the number of steps before the steps', () => {
  const steps = Array.from({ length: 10_001 }, () => ({ nothing: 1 }))
  expect(() => resolveScenario({ steps })).toThrow('steps: there are more than 10000')
  expect(() => resolveScenario({ steps: steps.slice(1) })).toThrow('steps[0].nothing: ')
})
