import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointMoveError } from '../endpoint/moveError.ts'
import type { Sending } from '../endpoint/sending.ts'

/**
 * What clients send to an endpoint.
 *
 * @throws {EndpointMoveError} NOT_WRITABLE without `dev`
 */
export function requireSending({ sending }: Endpoint): Sending {
  if (sending !== undefined) return sending
  const problem = 'nothing can be sent to this endpoint: the server needs dev (--dev)'
  throw new EndpointMoveError('NOT_WRITABLE', problem)
}
