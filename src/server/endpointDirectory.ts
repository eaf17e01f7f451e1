import type { Chain } from '../chain/chain.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { FaultRule } from '../faults/faultRule.ts'
import type { FaultOptions } from '../moves/faultOptions.ts'
import { OmmerError } from '../primitives/errors.ts'
import type { EndpointDirectory } from '../rpc/control/controlMethod.ts'
import { endpointOf } from '../rpc/control/endpointOf.ts'
import type { EndpointOptions } from './endpointOptions.ts'
import type { EndpointRegistry } from './endpointRegistry.ts'
import { type FaultContext, setFaults } from './faults/setFaults.ts'
import type { ServerGroup } from './group.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'
import type { ServedEndpoint } from './servedEndpoint.ts'

/** A server, as far as its endpoints are created and closed. */
interface EndpointServer {
  endpoint(key: string, options?: EndpointOptions): ServedEndpoint
  closeEndpoint(endpoint: Endpoint): Promise<void>
}

/**
 * The endpoints of a server, for control methods.
 *
 * @param server returns the server, which exists by the time that a control method is called
 */
export function ownEndpoints(
  chain: Chain,
  { clientVersion }: Pick<ResolvedServeOptions, 'clientVersion'>,
  endpoints: EndpointRegistry,
  faultContext: FaultContext,
  server: () => EndpointServer,
): EndpointDirectory {
  const directory: EndpointDirectory = {
    chain,
    clientVersion,
    existing: (key) => endpoints.existing(key),
    keys: () => endpoints.keys(),
    keysOf: (endpoint) => endpoints.keysOf(endpoint),
    create: (key, options) => server().endpoint(key, options as EndpointOptions),
    setFaults: (endpoint, rules, options) =>
      setFaults(endpoint, rules as FaultRule[], options as FaultOptions, faultContext),
    close: async (key) => server().closeEndpoint(endpointOf(directory, key)),
  }
  return directory
}

/** The same where other processes of a group own endpoints, too. */
export function endpointsOfGroup(own: EndpointDirectory, group: ServerGroup): EndpointDirectory {
  return {
    ...own,
    isElsewhere: (key) => !group.owns(key),
    requireTogether(key, leader) {
      if (group.areTogether?.(key, leader) !== false) return
      const problem = `endpoint '${leader}' may move to another replica without '${key}': create '${key}' with lag.behind`
      throw new OmmerError('UNKNOWN_ENDPOINT', problem)
    },
    create: (key, options) => group.create(key, options),
    close: (key) => group.close(key),
  }
}

/** For clients that may know only their own key: errors do not list the keys of others. */
export function withoutKeys(directory: EndpointDirectory): EndpointDirectory {
  return { ...directory, keys: () => [] }
}
