import { test as base } from 'vitest'
import { ommerFixtures } from '../../../dist/vitest.js'
import { reportTime, TESTS } from './reportTime.mjs'

const test = base.extend(ommerFixtures({ per: 'test' }))

reportTime('reorg')
for (let number = 1; number <= TESTS; number++) {
  test(`has a reorg, ${number}`, async ({ ommer }) => {
    await ommer.reorg({ depth: 3 })
  })
}
