import { expect, it } from 'vitest'
import { ommerTest } from '../../src/testing/nodeTest.ts'

it.each([
  [
    { chain: { blocks: 4 }, endpont: {} },
    'ommerTest: endpont: there is no such option; those known are: chain, fork, serve, pictures, endpoint; did you mean endpoint?',
  ],
  [{ chain: 5 }, 'ommerTest: chain: 5 is not a spec, a path, or a function that returns a chain'],
  [
    { endpoint: { chain: {} } },
    'ommerTest: endpoint: it has a chain, but the server runs in another process: give the chain to the set-up',
  ],
  [null, 'ommerTest: null is not an object such as { chain: { blocks: 64 } }'],
])('refuses the options %j at once', (options, message) => {
  expect(() => ommerTest(options as never)).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTION', message }),
  )
})
