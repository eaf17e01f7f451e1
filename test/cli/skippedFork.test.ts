import { expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { headerTimestamp } from '../../src/chain/encoding/decode/headerTimestamp.ts'
import { skippedForkWarning } from '../../src/cli/skippedFork.ts'

const spec = { preset: 'latest', forks: { bpo2: 0, paris: 0, amsterdam: 6 } } as const

it('warns of a fork between the head and the wall clock, and of no other', async () => {
  const before = await createChain({ ...spec, blocks: 4 })
  const time = headerTimestamp(before.tree.head)
  expect(skippedForkWarning(before, time + 3600)).toBe(
    'warning: block 5 will have the time of the wall clock, which is after the start of amsterdam; --clock simulated crosses that fork block by block\n',
  )
  expect(skippedForkWarning(before, time + 1)).toBeUndefined()
  const after = await createChain({ ...spec, blocks: 6 })
  expect(skippedForkWarning(after, time + 3600)).toBeUndefined()
})
