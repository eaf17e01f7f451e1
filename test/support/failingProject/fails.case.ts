import { ommerFixtures } from 'ommer/vitest'
import { test as base, expect } from 'vitest'

// These tests fail on purpose: `test/testing/failurePicture.test.ts` reads what is reported.

const ofWorker = base.extend(ommerFixtures())
const ofTest = base.extend(ommerFixtures({ per: 'test' }))

ofTest('fails after a reorg', async ({ ommer }) => {
  await ommer.reorg({ depth: 2 })
  expect(await ommer.head()).toMatchObject({ number: 6 })
})

ofTest('passes', async ({ ommer }) => {
  expect(await ommer.head()).toMatchObject({ number: 6 })
})

ofWorker('fails on the endpoint of its worker', async ({ ommer }) => {
  throw new Error(`at ${ommer.key}`)
})
