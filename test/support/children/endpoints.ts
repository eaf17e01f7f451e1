import { serveParent } from '../../../scripts/bench/child.ts'
import { createChain } from '../../../src/chain/createChain.ts'
import { EndpointRegistry } from '../../../src/server/endpointRegistry.ts'

function usedBytes(): number {
  for (let round = 0; round < 3; round++) (globalThis as unknown as { gc: () => void }).gc()
  return process.memoryUsage().heapUsed
}

serveParent({
  /** What endpoints over one chain take each, made by their keys and moved to a head of their own. */
  async cost(count: number): Promise<{ bytes: number; microseconds: number }> {
    const chain = await createChain({ blocks: 8, transactionsPerBlock: [0, 2] })
    const registry = new EndpointRegistry(chain, { dialect: 'infura', anyKey: true })
    // What is made and compiled once is not theirs.
    await registry.find('first')?.reorg({ depth: 2 })
    const before = usedBytes()
    const began = performance.now()
    for (let index = 0; index < count; index++) registry.find(`worker-${index}`)
    const microseconds = ((performance.now() - began) * 1000) / count
    for (let index = 0; index < count; index++) {
      const endpoint = registry.find(`worker-${index}`)
      await endpoint?.reorg({ depth: 2 })
      endpoint?.snapshot()
    }
    const bytes = (usedBytes() - before) / count
    // Until here they are all held.
    if (registry.find('worker-0')?.head.number !== 9) throw new Error('it was not moved')
    return { bytes, microseconds }
  },
})
