import * as v from 'valibot'
import { afterEach, expect, it, vi } from 'vitest'
import { fieldOption } from '../../src/cli/fieldOption.ts'
import { described, oneOf, wholeNumber } from '../../src/primitives/input.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it.each([
  [described(wholeNumber(0, 9), 'A digit.'), 'A digit. 0 to 9.'],
  [described(wholeNumber(1), 'A count.'), 'A count. At least 1.'],
  [described(wholeNumber(0), 'A height.'), 'A height.'],
  [described(v.optional(described(v.string(), 'A name.')), 'Its name.'), 'Its name.'],
])('takes its help from the schema of its field: %#', (input, help) => {
  expect(fieldOption('--some <thing>', 'some', input).description).toBe(help)
})

it('takes choices and default from it', () => {
  const input = v.optional(described(oneOf('core', 'all'), 'Which methods.'), 'all')
  expect(fieldOption('--methods <set>', 'methods', input)).toMatchObject({
    argChoices: ['core', 'all'],
    defaultValue: 'all',
    envVar: 'OMMER_METHODS',
  })
})

it('treats an empty variable as not set', () => {
  vi.stubEnv('OMMER_SOME', '')
  const input = described(wholeNumber(0, 9), 'A digit.')
  expect(fieldOption('--some <thing>', 'some', input).envVar).toBeUndefined()
})
