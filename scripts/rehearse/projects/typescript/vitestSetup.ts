import { ommerFixtures, ommerSetup } from 'ommer/vitest'
import { test as base } from 'vitest'

export default ommerSetup({ chain: { blocks: 1 }, serve: { dialect: 'geth' } })
export const test = base.extend(ommerFixtures({ per: 'test' }))
