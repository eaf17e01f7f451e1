import { expect, it } from 'vitest'
import { noSuchEndpoint } from '../../src/endpoint/noSuchEndpoint.ts'

const keys = Array.from({ length: 25 }, (_, index) => `k${index}`)

it.each([
  [[], "there is no endpoint 'x'"],
  [['a', 'b'], "there is no endpoint 'x'; known endpoints: a, b"],
  [keys.slice(0, 20), `there is no endpoint 'x'; known endpoints: ${keys.slice(0, 20).join(', ')}`],
  [keys, `there is no endpoint 'x'; known endpoints: ${keys.slice(0, 20).join(', ')} and 5 more`],
])('names the known endpoints, shortened to a readable length: %#', (known, words) => {
  expect(noSuchEndpoint('x', known)).toBe(words)
})
