import { ommerSetup } from '../../../src/testing/vitest.ts'

// What others can reach wants a token, of which no test has to know.
export default ommerSetup({
  chain: { seed: 'a project of its own', blocks: 5 },
  serve: { dialect: 'geth', host: '0.0.0.0' },
})
