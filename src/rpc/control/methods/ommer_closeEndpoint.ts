import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { endpointOf } from '../endpointOf.ts'
import { text } from '../params/simple.ts'

/**
 * Ends an endpoint: closes its WebSocket clients and makes its keys unknown.
 *
 * 1. one of its API keys
 *
 * Result: null.
 */
export const ommer_closeEndpoint: ControlMethod = async (params, { endpoints }) => {
  const [key] = decodeArguments(params, [text])
  await endpoints.close(endpointOf(endpoints, key))
}
