import type { Chain } from '../chain/chain.ts'
import type { Server } from '../server/serve.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'
import type { ScenarioEndpoint } from './scenario.ts'

/**
 * Opens the endpoints of a scenario, with their initial heads and rules but without their faults.
 *
 * @param chains by name; with several, and with `keyOf`, each endpoint is created with its own
 * @param keyOf the API key of an endpoint by its key in the scenario; by default the same, which the server has for the first
 * @returns the endpoints by their keys in the scenario, in its order
 */
export async function openEndpoints(
  server: Server,
  chains: ReadonlyMap<string | undefined, Chain>,
  endpoints: readonly ScenarioEndpoint[],
  keyOf?: (key: string) => string,
): Promise<ReadonlyMap<string, ServedEndpoint>> {
  const opened = new Map<string, ServedEndpoint>()
  // A server that plays many scenarios has a chain of its own.
  const needsChain = chains.size > 1 || keyOf !== undefined
  for (const endpoint of endpoints) {
    const { key, dialect = 'infura', pool, head, lag, finality } = endpoint
    const chain = chains.get(endpoint.chain) as Chain
    const own = keyOf?.(key) ?? key
    const named = (other: string): string => keyOf?.(other) ?? other
    const options =
      pool === undefined
        ? { dialect, ...(needsChain && { chain }) }
        : { pool: { ...pool, of: pool.of.map(named) } }
    const served = own === server.key ? server : server.endpoint(own, options)
    if (head !== undefined) await served.rollback(chain.tree.head.number - head)
    if (lag !== undefined) await served.setLag({ ...lag, behind: named(lag.behind) })
    if (finality !== undefined) await served.setFinality(finality)
    opened.set(key, served)
  }
  return opened
}
