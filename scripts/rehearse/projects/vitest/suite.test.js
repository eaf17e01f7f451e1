import { ommerFixtures } from 'ommer/vitest'
import { test as base, describe } from 'vitest'
import { defineSuite } from './suite/suite.cjs'

const test = base.extend(ommerFixtures({ per: 'test' }))
defineSuite(describe, (name, run) => test(name, ({ ommer }) => run({ ommer })))
