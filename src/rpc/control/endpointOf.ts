import type { Endpoint } from '../../endpoint/endpoint.ts'
import { noSuchEndpoint } from '../../endpoint/noSuchEndpoint.ts'
import { OmmerError } from '../../primitives/errors.ts'
import type { EndpointDirectory } from './controlMethod.ts'

/**
 * The endpoint of the key in an argument.
 *
 * @throws {OmmerError} UNKNOWN_ENDPOINT
 */
export function endpointOf(endpoints: EndpointDirectory, key: string): Endpoint {
  // The endpoint of a configured key exists here, too, but nothing moves it.
  if (endpoints.isElsewhere?.(key)) {
    const problem = `endpoint '${key}' does not exist, or is in another process`
    throw new OmmerError('UNKNOWN_ENDPOINT', problem)
  }
  const endpoint = endpoints.existing(key)
  if (endpoint !== undefined) return endpoint
  throw new OmmerError('UNKNOWN_ENDPOINT', noSuchEndpoint(key, endpoints.keys()))
}
