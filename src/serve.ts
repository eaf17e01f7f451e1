import type { Chain } from './chain/chain.ts'
import { forking } from './forking.ts'
import { isObject } from './primitives/input.ts'
import type { ServeOptions } from './server/options.ts'
import { type Server, serve as serveAs } from './server/serve.ts'
import { version } from './version.ts'

/**
 * Serves a chain over HTTP and WebSocket.
 *
 * @throws {ServeOptionsError} if an option is invalid
 * @throws {FaultError} if a rule in `faults` is invalid
 * @throws {ListenError} if the server cannot listen on the port
 *
 * @example
 * const server = await serve(chain, { port: 0 })
 * server.url // http://127.0.0.1:PORT/v3/dev
 * await server.close()
 */
export function serve(chain: Chain, options: ServeOptions = {}): Promise<Server> {
  if (!isObject(options)) return serveAs(chain, options, version) // which refuses them
  const clientVersion = options.clientVersion ?? `ommer/${version}`
  return serveAs(chain, { forking, ...options, clientVersion }, version)
}
