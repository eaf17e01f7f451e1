import { ommerSetup } from 'ommer/vitest'

export default ommerSetup({ chain: { seed: 'workers', blocks: 3 }, serve: { dialect: 'geth' } })
