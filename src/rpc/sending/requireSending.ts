import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { Sending } from '../../endpoint/sending.ts'
import { serverError } from '../errors.ts'

/**
 * What clients send to an endpoint.
 *
 * @throws {RequestError} if its chain cannot be extended
 */
export function requireSending({ sending, chain }: Endpoint): Sending {
  if (sending !== undefined && chain.growth?.isReadOnly === false) return sending
  throw serverError('the loaded chain is read-only: nothing can be sent to it')
}
