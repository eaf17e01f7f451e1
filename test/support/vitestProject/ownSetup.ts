import { ommerSetup } from 'ommer/vitest'

// An address that others can reach needs a token, which no test has to know.
export default ommerSetup({
  chain: { seed: 'a project of its own', blocks: 5 },
  serve: { dialect: 'geth', host: '0.0.0.0' },
})
