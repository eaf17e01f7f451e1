import { expect, it, vi } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { turnsDuring } from '../../support/turnsDuring.ts'

// Up to block 56 every sixteenth block keeps its state, so that of block 47 takes 15 blocks.
const chain = await createChain({ seed: 'archive', preset: 'latest', blocks: 64 })
const block = chain.tree.byNumber(47) as SealedBlock

it('yields after each block that it executes again', async () => {
  const turns = await turnsDuring(() => chain.extendBranch(block.number, 'other', 1))
  expect(turns).toBeGreaterThanOrEqual(15)
})

it('stops executing blocks when the caller aborts', async () => {
  const { growth } = chain
  const pause = vi.fn(() => {
    if (pause.mock.calls.length === 3) throw new Error('enough')
    return undefined
  })
  const wanted = { branch: { label: 'unwanted' } }
  await expect(growth.child(block, wanted, pause)).rejects.toThrow('enough')
  expect(pause).toHaveBeenCalledTimes(3)
  expect((await growth.child(block, wanted)).parentHash).toBe(block.hash)
})
