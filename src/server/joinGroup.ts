import { SerialQueue } from '../primitives/serialQueue.ts'
import type { EndpointAddresses } from '../rpc/control/controlMethod.ts'
import { isWellFormedKey } from './apiKey.ts'
import type { ChainServer } from './chainServer.ts'
import type { ServerGroup } from './group.ts'

/**
 * Lets a server take part in its group, instead of listening at a port of its own.
 *
 * @returns the address of the group, `HOST:PORT`
 */
export function joinGroup(group: ServerGroup, server: ChainServer): Promise<string> {
  const { chain, options, directory } = server
  const growing = new SerialQueue()
  return group.join({
    http: server.http,
    accepts: (key) =>
      options.anyKey ? isWellFormedKey(key) : options.apiKeys.some((each) => each.key === key),
    reset: (keys) => server.reset(keys),
    async replay(keys, entries) {
      await server.begin(keys)
      await server.journal?.replay(entries)
    },
    async create(key, given): Promise<EndpointAddresses> {
      const { url, wsUrl, controlUrl } = await directory.create(key, given)
      return { url, wsUrl, controlUrl }
    },
    close: (key) => directory.close(key),
    async metrics() {
      // Loaded when they are read first, as in the application.
      const { createMetrics } = await import('./metrics.ts')
      return createMetrics(server).getMetricsAsJSON()
    },
    head: () => chain.tree.head.number,
    requests: () => server.statistics.answeredCount,
    // In sequence: two at once would both see the same height, and add too many blocks.
    grow: (height) => growing.run(() => chain.extend(Math.max(0, height - chain.tree.head.number))),
  })
}
