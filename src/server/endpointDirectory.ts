import type { FaultRule } from '../faults/faultRule.ts'
import type { FaultOptions } from '../moves/faultOptions.ts'
import { OmmerError } from '../primitives/errors.ts'
import type { EndpointDirectory } from '../rpc/control/controlMethod.ts'
import { endpointOf } from '../rpc/control/endpointOf.ts'
import type { ChainServer } from './chainServer.ts'
import type { EndpointOptions } from './endpointOptions.ts'
import { setFaults } from './faults/setFaults.ts'
import type { ServerGroup } from './group.ts'

/** The endpoints of a server, for control methods. */
export function ownEndpoints(server: ChainServer): EndpointDirectory {
  const { clientVersion, endpoints, faultContext, forks } = server
  const directory: EndpointDirectory = {
    clientVersion,
    forks,
    setLogging: (isOn) => server.setLogging(isOn),
    existing: (key) => endpoints.existing(key),
    keys: () => endpoints.keys(),
    keysOf: (endpoint) => endpoints.keysOf(endpoint),
    create: (key, options) => server.endpoint(key, options as EndpointOptions),
    setFaults: (endpoint, rules, options) =>
      setFaults(endpoint, rules as FaultRule[], options as FaultOptions, faultContext),
    close: async (key) => server.closeEndpoint(endpointOf(directory, key)),
  }
  return directory
}

/** The same where other processes of a group own endpoints, too. */
export function endpointsOfGroup(own: EndpointDirectory, group: ServerGroup): EndpointDirectory {
  return {
    ...own,
    isElsewhere: (key) => !group.owns(key),
    requireTogether(key, leader) {
      if (group.areTogether(key, leader)) return
      const problem = `endpoint '${leader}' may be in another process than '${key}', now or later: create '${key}' with lag.behind`
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
