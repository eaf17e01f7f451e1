import type { Endpoint } from '../endpoint/endpoint.ts'
import { notWritable } from '../endpoint/moveError.ts'
import type { Sending } from '../endpoint/sending.ts'

/**
 * What clients send to an endpoint.
 *
 * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
 */
export function requireSending({ sending }: Endpoint): Sending {
  if (sending !== undefined) return sending
  throw notWritable()
}
