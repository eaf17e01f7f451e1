import { ommerSetup } from '../../../src/testing/vitest.ts'

export default ommerSetup({ chain: { seed: 'workers', blocks: 3 }, serve: { dialect: 'geth' } })
