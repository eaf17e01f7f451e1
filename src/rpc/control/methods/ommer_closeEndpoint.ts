import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'
import { endpointOf } from '../endpointOf.ts'
import { text } from '../params/simple.ts'

/**
 * Ends an endpoint: lets its WebSocket clients go and makes its key unknown.
 *
 * 1. its API key
 *
 * Result: null.
 */
export const ommer_closeEndpoint: ControlMethod = async (params, { endpoints }) => {
  const [key] = decodeArguments(params, [text])
  await endpoints.close(endpointOf(endpoints, key))
}
