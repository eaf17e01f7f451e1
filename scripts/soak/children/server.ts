import type { Chain } from '../../../src/chain/chain.ts'
import type { ChainSpec } from '../../../src/chain/spec/spec.ts'
import type { ServedEndpoint } from '../../../src/server/servedEndpoint.ts'
import { serveParent } from '../../bench/child.ts'
import { importBuilt } from '../../build/built.ts'
import { type Memory, measureMemory, measureSettledMemory } from '../../scale/memory.ts'
import type { ChainSource, Urls } from '../parts.ts'
import type { WritableUrls } from '../sender.ts'
import { soakFaults } from '../troubles.ts'

let chain: Chain
/** clients subscribe here, and its head moves from branch to branch */
let moving: ServedEndpoint
/** the same, and everything goes wrong */
let troubled: ServedEndpoint
let moves = 0
const injected = new Map<string, number>()

/**
 * The logs of requests, the cache, and the branches that heads have left are so small that they are full before memory is
 * first measured.
 */
const limits = {
  requestLogBytes: 256 * 1024,
  requestLogsBytes: 4 * 1024 * 1024,
  cacheBytes: 4 * 1024 * 1024,
  undoneBytes: 256 * 1024,
}

async function serveWritable(): Promise<WritableUrls> {
  const { serve } = await importBuilt()
  const options = { port: 0, dev: true, control: true, anyKey: true, limits }
  const { url, wsUrl, controlUrl = '' } = await serve(chain, options)
  const withoutKey = (address: string): string => address.slice(0, address.lastIndexOf('/'))
  return { rpc: withoutKey(url), webSocket: withoutKey(wsUrl), control: withoutKey(controlUrl) }
}

serveParent({
  listen: async ({ spec, cache }: ChainSource): Promise<Urls> => {
    const { createChain, serve } = await importBuilt()
    chain = await createChain(spec, { cache })
    const server = await serve(chain, { port: 0, apiKeys: ['infura'], limits })
    const inGeth = server.endpoint('geth', { dialect: 'geth' })
    moving = server.endpoint('moving')
    troubled = server.endpoint('troubled', { faults: soakFaults })
    const [infura, geth, ...others] = [server, inGeth, moving, troubled].map(({ url, wsUrl }) => ({
      http: url,
      webSocket: wsUrl,
    }))
    // Another server for the same chain, because new blocks of endpoints that are written to are their own.
    const urls = { infura, geth, moving: others[0], troubled: others[1] }
    return { ...urls, writable: await serveWritable() } as Urls
  },
  /** A development node alone. Served in code, it has the simulated clock. */
  listenForSuites: async (spec: ChainSpec): Promise<WritableUrls> => {
    const { createChain } = await importBuilt()
    chain = await createChain(spec)
    return serveWritable()
  },
  /** Moves the heads and sets the faults anew; returns the hashes of the new blocks of the moving endpoint. */
  move: async (): Promise<string[]> => {
    moves++
    const move = (endpoint: ServedEndpoint) =>
      moves % 2 === 0 ? endpoint.mine(2) : endpoint.reorg({ depth: 2, length: 2, force: true })
    const [added] = await Promise.all([move(moving), move(troubled)])
    for (const { kind } of troubled.faultLog()) injected.set(kind, (injected.get(kind) ?? 0) + 1)
    troubled.setFaults(soakFaults, { seed: moves })
    return added.map(({ hash }) => hash)
  },
  /** how often each kind of fault was injected */
  injected: () => injected,
  mine: (count: number) => chain.extend(count),
  /** After a garbage collection, so growth is memory that is still in use. */
  memory: (): Memory => measureMemory(),
  /** The same, of an idle server; takes half a minute or more. */
  settledMemory: (): Promise<Memory> => measureSettledMemory(),
  /** in bytes */
  resident: () => process.memoryUsage.rss(),
})
