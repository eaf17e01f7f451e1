import { expect, it, vi } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'

const spec: ChainSpec = { seed: 'archive', preset: 'latest', transactionsPerBlock: [0, 1] }
const chain = await createChain({ ...spec, blocks: 320 })
// Its state is that of genesis and the changes of 60 blocks.
const block = chain.tree.byNumber(60) as SealedBlock

it('stops computing a state when the caller aborts', async () => {
  const { children } = chain
  const pause = vi.fn(() => {
    if (pause.mock.calls.length === 3) throw new Error('enough')
    return undefined
  })
  const wanted = { branch: { label: 'unwanted' } }
  await expect(children.child(block, wanted, pause)).rejects.toThrow('enough')
  expect(pause).toHaveBeenCalledTimes(3)
  expect((await children.child(block, wanted)).parentHash).toBe(block.hash)
})

it('builds the same block on a computed state as on a kept one', async () => {
  const fresh = await createChain({ ...spec, blocks: 60 })
  const [kept] = await fresh.extendBranch(50, 'other', 1)
  const [computed] = await chain.extendBranch(50, 'other', 1)
  // The branch includes transactions of the main branch up to its own height only.
  expect(computed?.hash).toBe(kept?.hash)
})
