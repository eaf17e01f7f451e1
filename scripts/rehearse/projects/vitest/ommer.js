import { ommerSetup } from 'ommer/vitest'
import { chain } from './suite/suite.cjs'

export default ommerSetup({ chain })
