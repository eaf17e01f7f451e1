import { ommerSetup } from '../../../src/testing/vitest.ts'

export default ommerSetup({
  chain: { seed: 'pictures', blocks: 6 },
  pictures: process.env.PICTURES as string,
})
