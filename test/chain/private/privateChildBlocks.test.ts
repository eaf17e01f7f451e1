import { expect, it, vi } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { SealedBlock } from '../../../src/chain/encoding/block.ts'
import { ComputedStates } from '../../../src/chain/execution/computedStates.ts'
import { PrivateChain } from '../../../src/chain/private/privateChain.ts'
import { PrivateMemory } from '../../../src/chain/private/privateMemory.ts'

it('runs what was sent once for the pending block and for the block that is mined', async () => {
  const chain = await createChain({ seed: 'runs', blocks: 3, preset: 'latest' })
  const run = vi.fn(async () => ({ included: [], changes: [], codes: [] }))
  const memory = new PrivateMemory(Number.POSITIVE_INFINITY)
  const options = { computed: new ComputedStates(), memory, hasTraffic: false, run }
  const { children, tree } = new PrivateChain(chain, options)
  const head = tree.head as SealedBlock
  const sent = [{ encoded: new Uint8Array(1), sender: new Uint8Array(20) }]
  await children.candidate(() => head, { sent })
  await children.candidate(() => head, { sent })
  await children.child(head, { sent })
  expect(run).toHaveBeenCalledTimes(1)
  await children.candidate(() => head, { sent: [...sent] })
  expect(run).toHaveBeenCalledTimes(2)
})
