import { ommerSetup } from 'ommer/vitest'

export default ommerSetup({
  chain: { seed: 'pictures', blocks: 6 },
  pictures: process.env.PICTURES as string,
})
