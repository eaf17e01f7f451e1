import type { Dialect } from './dialects/dialect.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * What an API key gives access to: an endpoint, which answers in a dialect. Several keys may name one endpoint; head,
 * moves and faults belong to the endpoint, so they are the same for all of its keys.
 */
export interface Access {
  readonly key: string
  readonly endpoint: Endpoint
  readonly dialect: Dialect
}
