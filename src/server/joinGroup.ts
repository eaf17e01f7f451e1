import type { Chain } from '../chain/chain.ts'
import type { EndpointAddresses, EndpointDirectory } from '../rpc/control/controlMethod.ts'
import { isWellFormedKey } from './apiKey.ts'
import type { EndpointRegistry } from './endpointRegistry.ts'
import type { Delays } from './faults/delays.ts'
import type { ServerGroup } from './group.ts'
import type { HttpServer } from './httpServer.ts'
import type { Journaling } from './journaling.ts'
import type { MetricSources } from './metrics.ts'
import { reopenEndpoints } from './openEndpoints.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'
import type { WebSocketHandler } from './webSocketHandler.ts'

/** What a server gives to its group. */
export interface Membership {
  readonly chain: Chain
  readonly options: ResolvedServeOptions
  readonly http: HttpServer
  readonly webSockets: WebSocketHandler
  readonly delays: Delays
  readonly rootKey: string | undefined
  readonly endpoints: EndpointRegistry
  /** the endpoints of this process, for control methods */
  readonly directory: EndpointDirectory
  readonly journaling: Journaling | undefined
  readonly metricSources: MetricSources
}

/**
 * Lets a server take part in its group, instead of listening at a port of its own.
 *
 * @returns the address of the group, `HOST:PORT`
 */
export function joinGroup(group: ServerGroup, member: Membership): Promise<string> {
  const { chain, options, http, webSockets, delays, rootKey } = member
  const { endpoints, directory, journaling, metricSources } = member
  return group.join({
    http,
    rootKey,
    chain,
    access: (key) => endpoints.existingAccess(key),
    exists: (key) => endpoints.existing(key) !== undefined,
    accepts: (key) =>
      options.anyKey ? isWellFormedKey(key) : options.apiKeys.some((each) => each.key === key),
    reset(keys) {
      reopenEndpoints(endpoints, options, keys, (endpoint) => {
        delays.endOf(endpoint)
        void webSockets.closeClientsOf(endpoint)
      })
    },
    async replay(entries) {
      await journaling?.replay(entries)
    },
    async create(key, options): Promise<EndpointAddresses> {
      const { url, wsUrl, controlUrl } = await directory.create(key, options)
      return { url, wsUrl, controlUrl }
    },
    close: (key) => directory.close(key),
    async metrics() {
      // Loaded when they are read first, as in the application.
      const { createMetrics } = await import('./metrics.ts')
      return createMetrics(metricSources).getMetricsAsJSON()
    },
    head: () => chain.tree.head.number,
    requests: () => metricSources.statistics.answeredCount,
    async grow(height, passed) {
      if (passed !== undefined && (await chain.takeOver(passed))) return
      await chain.extend(Math.max(0, height - chain.tree.head.number))
    },
  })
}
