import type { Method } from '../method.ts'
import { requireOwnOrigin } from './ownOrigins.ts'

/** A method that only answers requests that may change something. */
export function forOwnOrigins(method: Method): Method {
  return (params, context) => {
    requireOwnOrigin(context.client)
    return method(params, context)
  }
}
