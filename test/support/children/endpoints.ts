import { serveParent } from '../../../scripts/bench/child.ts'
import { importBuilt } from '../../../scripts/build/built.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'

function usedBytes(): number {
  for (let round = 0; round < 3; round++) (globalThis as unknown as { gc: () => void }).gc()
  return process.memoryUsage().heapUsed
}

async function use(endpoint: ServedEndpoint): Promise<void> {
  await endpoint.reorg({ depth: 2 })
  await endpoint.snapshot()
  await endpoint.request({ method: 'eth_blockNumber' })
}

serveParent({
  /** The memory that each endpoint over one chain takes, with its own key and head. */
  async bytesOfEach(count: number): Promise<number> {
    const { createChain, serve } = await importBuilt()
    const chain = await createChain({ blocks: 8, transactionsPerBlock: [0, 2] })
    const server = await serve(chain, { port: 0 })
    // Excludes what is created and compiled only once.
    await use(server.endpoint('first'))
    const before = usedBytes()
    const endpoints = Array.from({ length: count }, (_, index) =>
      server.endpoint(`worker-${index}`),
    )
    for (const endpoint of endpoints) await use(endpoint)
    const bytes = (usedBytes() - before) / count
    // Keeps all endpoints referenced until here.
    if (endpoints[0]?.head.number !== 9) throw new Error('it was not moved')
    await server.close()
    return bytes
  },
})
