import type { Chain } from '../chain/chain.ts'
import { chainProblem } from '../chain/chainProblem.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import type { ScenarioControl } from '../rpc/control/scenarioControl.ts'
import { ChainServer } from './chainServer.ts'
import { EndpointHandle } from './endpointHandle.ts'
import type { EndpointOptions } from './endpointOptions.ts'
import type { ServerGroup } from './group.ts'
import { type ServeOptions, ServeOptionsError } from './options.ts'
import { requireSenders } from './requireSenders.ts'
import { resolveServeOptions } from './resolveServeOptions.ts'
import type { ServedEndpoint } from './servedEndpoint.ts'

/** A chain being served. It is itself the endpoint of its first API key. */
export interface Server extends ServedEndpoint {
  /**
   * `http://HOST:PORT`, for programs that know only host and port: what the key `geth` answers, without a key. Undefined
   * where that address is not served: if `apiKeys` or `anyKey` is set, if `host` is not a loopback address, and once the
   * endpoint of that key is closed.
   */
  readonly rootUrl: string | undefined
  /** `ws://HOST:PORT`, the same over WebSocket. */
  readonly rootWsUrl: string | undefined
  /** The UNIX socket; undefined without `ipc`. */
  readonly ipcPath: string | undefined
  /**
   * Returns the endpoint of a key, and creates it if the key has none.
   *
   * @throws {ServeOptionsError} if an option is invalid
   * @throws {EndpointError} if the key is not well-formed, its endpoint exists with other options, the endpoint to lag
   *   behind does not exist, or the server is closed
   * @throws {EndpointMoveError} if the block for its head does not exist, or its finality is invalid
   * @throws {FaultError} if one of its fault rules is invalid
   */
  endpoint(key: string, options?: EndpointOptions): ServedEndpoint
  /**
   * Stops listening, sends the responses to all requests in progress, then closes every connection and endpoint. The
   * endpoints no longer answer in process, and their moves in progress are rejected.
   */
  close(): Promise<void>
}

/**
 * Serves a chain. The package exports `src/serve.ts`, which calls this with the package's version.
 *
 * @param version of the package, for `rpc.discover`
 * @param scenario whose endpoints are served; undefined where no scenario is played
 * @param group of processes that serve the chain together; undefined where it is served by this one alone
 */
export async function serve(
  chain: Chain,
  options: ServeOptions = {},
  version = '0.0.0',
  scenario?: ScenarioControl,
  group?: ServerGroup,
): Promise<Server> {
  const resolved = resolveServeOptions(options)
  requireChain(chain)
  requireSenders(chain, resolved)
  if (resolved.history !== undefined) chain.keepStates(resolved.history)
  // A recording is served in the dialect in which it was recorded.
  const dialect = options.dialect ?? (chain.writtenAs as DialectName) ?? resolved.dialect
  const started = { ...resolved, dialect }
  return new ServerHandle(await ChainServer.start(chain, started, version, scenario, group))
}

/** The endpoint of a key; undefined if it was closed, also before the server was restarted with its journal. */
export function existingEndpoint(server: Server, key: string): ServedEndpoint | undefined {
  return (server as ServerHandle).existing(key)
}

/** Loads what the first transaction of a server with `dev` needs, while nobody waits for it. */
export function warmUp(server: Server): Promise<void> {
  return (server as ServerHandle).warmUp()
}

/** A server is also the endpoint of its first key. */
class ServerHandle extends EndpointHandle implements Server {
  readonly #server: ChainServer
  // Properties, not methods: they work when passed on without the server.
  readonly endpoint = (key: string, options?: EndpointOptions) =>
    this.#server.endpoint(key, options)
  readonly existing = (key: string) => this.#server.existing(key)
  override readonly close = () => this.#server.close()
  readonly warmUp = () => this.#server.warmUp()

  constructor(server: ChainServer) {
    // A journal may have closed the endpoint of its key, and created another one.
    super(server.endpoints.existingAccess(server.own.key) ?? server.own, server)
    this.#server = server
  }

  get rootUrl(): string | undefined {
    const address = this.#server.rootAddress
    return address && `http://${address}`
  }

  get rootWsUrl(): string | undefined {
    const address = this.#server.rootAddress
    return address && `ws://${address}`
  }

  get ipcPath(): string | undefined {
    return this.#server.ipcPath
  }
}

function requireChain(chain: unknown): void {
  const problem = chainProblem(chain)
  if (problem !== undefined) throw new ServeOptionsError('chain', problem)
}
