import { serveParent } from '../../../scripts/bench/child.ts'
import { importBuilt } from '../../../scripts/build/built.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'

/** How many endpoints are made and used before those that are measured. */
const WARM_UP = 600

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
    const create = async (length: number, name: string): Promise<ServedEndpoint[]> => {
      const created = Array.from({ length }, (_, index) => server.endpoint(`${name}-${index}`))
      for (const endpoint of created) await use(endpoint)
      return created
    }
    // Excludes what is created only once, and what V8 compiles, and compiles again, in the first hundreds of uses.
    await create(WARM_UP, 'first')
    const before = usedBytes()
    const endpoints = await create(count, 'worker')
    const bytes = (usedBytes() - before) / count
    // Keeps all endpoints referenced until here.
    if (endpoints[0]?.head.number !== 9) throw new Error('it was not moved')
    await server.close()
    return bytes
  },
})
