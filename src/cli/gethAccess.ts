import type { Server } from '../server/serve.ts'
import type { ServedEndpoint } from '../server/servedEndpoint.ts'

/**
 * The server's own endpoint under its second key, which clients in Go and Rust need; undefined if there is no such key.
 */
export function gethAccess(server: Server): ServedEndpoint | undefined {
  const second = server.keys.find((key) => key !== server.key)
  return second === undefined ? undefined : server.endpoint(second)
}
