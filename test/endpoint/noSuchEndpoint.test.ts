import { expect, it } from 'vitest'
import { noSuchEndpoint } from '../../src/endpoint/noSuchEndpoint.ts'

const keys = Array.from({ length: 25 }, (_, place) => `k${place}`)

it.each([
  [[], "'x' is none of the endpoints: there are none"],
  [['a', 'b'], "'x' is none of the endpoints: a, b"],
  [keys.slice(0, 20), `'x' is none of the endpoints: ${keys.slice(0, 20).join(', ')}`],
  [keys, `'x' is none of the endpoints: ${keys.slice(0, 20).join(', ')} and 5 more`],
])('names the known endpoints, shortened to a readable length: %#', (known, words) => {
  expect(noSuchEndpoint('x', known)).toBe(words)
})
