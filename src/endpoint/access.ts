import type { Dialect } from './dialects/dialect.ts'
import type { Endpoint } from './endpoint.ts'
import type { ReplicaPool } from './replicaPool.ts'

/**
 * An endpoint and a dialect, as selected by an API key. Several keys may share one endpoint; its head, moves and faults
 * are the same for all of them.
 */
export interface Access {
  readonly key: string
  readonly endpoint: Endpoint
  readonly dialect: Dialect
  /** the replicas that answer its clients; `endpoint` then follows the first one, and only records requests */
  readonly pool?: ReplicaPool | undefined
}
