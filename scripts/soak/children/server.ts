import type { Chain } from '../../../src/chain/chain.ts'
import { importBuilt } from '../../bench/build.ts'
import { serveParent } from '../../bench/child.ts'
import { type Memory, measureMemory } from '../../scale/memory.ts'
import type { ChainSource, Urls } from '../parts.ts'

let chain: Chain

serveParent({
  listen: async ({ spec, cache }: ChainSource): Promise<Urls> => {
    const { createChain, serve } = await importBuilt()
    chain = await createChain(spec, { cache })
    const server = await serve(chain, { port: 0, apiKeys: ['infura'] })
    const geth = server.endpoint('geth', { dialect: 'geth' })
    return {
      infura: { http: server.url, webSocket: server.wsUrl },
      geth: { http: geth.url, webSocket: geth.wsUrl },
    }
  },
  mine: (count: number) => chain.extend(count),
  /** Without garbage: what this has grown by was kept. */
  memory: (): Memory => measureMemory(),
  /** in bytes */
  resident: () => process.memoryUsage.rss(),
})
