import type { Chain } from '../chain/chain.ts'
import type { Access } from '../endpoint/access.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { JournalError } from '../journal/journalError.ts'
import { EndpointRegistry, type EndpointRegistryOptions } from './endpointRegistry.ts'
import { type FaultContext, setFaults, setResolvedFaults } from './faults/setFaults.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/** The endpoints of a server as it starts. */
export interface OpenEndpoints {
  readonly endpoints: EndpointRegistry
  /** by the first API key: the server's own endpoint */
  readonly own: Access
}

/**
 * Opens an endpoint for each API key that a server is given.
 *
 * @throws {EndpointError} where a key shares the endpoint of a key that does not exist
 */
export function openEndpoints(
  chain: Chain,
  {
    anyKey,
    apiKeys,
    faults,
    explorer,
    limits,
  }: Pick<ResolvedServeOptions, 'anyKey' | 'apiKeys' | 'faults' | 'explorer' | 'limits'>,
  dialect: DialectName,
  faultContext: FaultContext,
  { writable, log, group }: Pick<EndpointRegistryOptions, 'writable' | 'log' | 'group'>,
): OpenEndpoints {
  const endpoints = new EndpointRegistry(chain, {
    dialect,
    anyKey,
    writable,
    log,
    group,
    undoneBytes: limits.undoneBytes,
    timelines: explorer
      ? { bytesMax: limits.requestLogBytes, allBytesMax: limits.requestLogsBytes }
      : undefined,
    beginFaults: (endpoint, rules) => {
      if (rules === undefined) setResolvedFaults(endpoint, faults, faultContext)
      else setFaults(endpoint, rules, undefined, faultContext)
    },
  })
  const [own] = apiKeys.map((options) => openKey(endpoints, options)) as [Access]
  return { endpoints, own }
}

/**
 * Makes endpoints as they were when the server began. Those that it did not have are unknown then.
 *
 * @param close is called with those that existed
 */
export function reopenEndpoints(
  endpoints: EndpointRegistry,
  { apiKeys }: Pick<ResolvedServeOptions, 'apiKeys'>,
  keys: readonly string[],
  close: (endpoint: Endpoint) => void,
): void {
  const problem = 'another replica has taken over the endpoint: send the request again'
  const reason = new JournalError('JOURNAL_LOCKED', problem)
  for (const key of keys) {
    const endpoint = endpoints.existing(key)
    endpoints.forget(key, reason)
    if (endpoint !== undefined) close(endpoint)
  }
  for (const options of apiKeys) if (keys.includes(options.key)) openKey(endpoints, options)
}

/** @throws {EndpointError} if it shares the endpoint of a key that does not exist */
function openKey(
  endpoints: EndpointRegistry,
  { key, dialect, endpointOf }: ResolvedServeOptions['apiKeys'][number],
): Access {
  return endpointOf === undefined
    ? endpoints.obtain(key, { dialect })
    : endpoints.addKey(key, endpoints.leader(endpointOf), dialect)
}
