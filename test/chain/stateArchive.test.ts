import { expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'

it('gives others a turn after each block that it runs once more', async () => {
  const chain = await createChain({ seed: 'archive', preset: 'latest', blocks: 64 })
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns++
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  // Of the blocks up to 56 every sixteenth has its state: that of block 47 takes 15 blocks.
  await chain.extendBranch(47, 'other', 1)
  isDone = true
  expect(turns).toBeGreaterThanOrEqual(15)
})
