import type { Chain } from '../chain/chain.ts'
import type { EntryHead } from '../journal/entry.ts'
import type { EndpointAddresses, EndpointDirectory } from '../rpc/control/controlMethod.ts'
import type { ServerGroup } from './group.ts'
import type { HttpServer } from './httpServer.ts'
import type { MetricSources } from './metrics.ts'

/** What a server gives to its group. */
export interface Membership {
  readonly chain: Chain
  readonly http: HttpServer
  readonly rootKey: string | undefined
  /** the endpoints of this process */
  readonly endpoints: EndpointDirectory
  readonly metricSources: MetricSources
}

/**
 * Lets a server take part in its group, instead of listening at a port of its own.
 *
 * @returns the address of the group, `HOST:PORT`
 */
export function joinGroup(
  group: ServerGroup,
  { chain, http, rootKey, endpoints, metricSources }: Membership,
): Promise<string> {
  return group.join({
    http,
    rootKey,
    exists: (key) => endpoints.existing(key) !== undefined,
    async create(key, options): Promise<EndpointAddresses> {
      const { url, wsUrl, controlUrl } = await endpoints.create(key, options)
      return { url, wsUrl, controlUrl }
    },
    close: (key) => endpoints.close(key),
    async metrics() {
      // Loaded when they are read first, as in the application.
      const { createMetrics } = await import('./metrics.ts')
      return createMetrics(metricSources).getMetricsAsJSON()
    },
    head: () => chain.tree.head.number,
    async grow({ number }: EntryHead) {
      await chain.extend(Math.max(0, number - chain.tree.head.number))
    },
  })
}
