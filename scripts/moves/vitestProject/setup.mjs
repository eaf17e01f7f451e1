import { ommerSetup } from '../../../dist/vitest.js'

export default ommerSetup({ chain: { seed: 'moves', blocks: 64, preset: 'latest' } })
