import type { Chain } from '../chain/chain.ts'
import { chainProblem } from '../chain/chainProblem.ts'
import type { Access } from '../endpoint/access.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { messageOf } from '../primitives/errors.ts'
import { ControlDispatcher } from '../rpc/control/controlDispatcher.ts'
import type { PlayedScenario } from '../rpc/control/playedScenario.ts'
import { controlMethods } from '../rpc/control/registry.ts'
import { InFlight } from '../rpc/inFlight.ts'
import type { CallService } from '../threads/calls/callService.ts'
import { createCallService } from '../threads/calls/createCallService.ts'
import { ClientMemory } from './clientMemory.ts'
import { createContractsHandler } from './contractsHandler.ts'
import { createControlHandler } from './controlHandler.ts'
import { type CopyHandler, createCopyHandler } from './copyHandler.ts'
import { createDispatcher } from './createDispatcher.ts'
import { endpointsOfGroup, ownEndpoints, withoutKeys } from './endpointDirectory.ts'
import { EndpointError } from './endpointError.ts'
import { EndpointHandle, type EndpointHost } from './endpointHandle.ts'
import { type EndpointOptions, requireEndpointOptions } from './endpointOptions.ts'
import type { EndpointRegistry } from './endpointRegistry.ts'
import { createExplorerHandler } from './explorer/explorerHandler.ts'
import { Delays } from './faults/delays.ts'
import { type FaultContext, setFaults } from './faults/setFaults.ts'
import type { ServerGroup } from './group.ts'
import { createHttpHandler, type HandlerOptions, type HttpHandler } from './httpHandler.ts'
import { createHttpServer, type HttpServer, type HttpServerOptions } from './httpServer.ts'
import { joinGroup, type Membership } from './joinGroup.ts'
import type { Journaling } from './journaling.ts'
import { listen } from './listen.ts'
import type { MetricSources } from './metrics.ts'
import { createMonitoring, type Monitoring } from './monitoring.ts'
import { openEndpoints } from './openEndpoints.ts'
import { type ServeOptions, ServeOptionsError } from './options.ts'
import { OriginRule } from './originRule.ts'
import { ReadTurns } from './readTurns.ts'
import * as refusals from './refusals.ts'
import { Refuser } from './refuser.ts'
import { createRequestRouter } from './requestRouter.ts'
import { type ResolvedServeOptions, resolveServeOptions, rootKeyOf } from './resolveServeOptions.ts'
import type { ServedEndpoint } from './servedEndpoint.ts'
import { WebSocketHandler, type WebSocketOptions } from './webSocketHandler.ts'
import { writableEndpoints } from './writableEndpoints.ts'

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
  scenario?: PlayedScenario,
  group?: ServerGroup,
): Promise<Server> {
  const resolved = resolveServeOptions(options)
  requireChain(chain)
  const { limits, history } = resolved
  const rootKey = rootKeyOf(resolved)
  if (history !== undefined) chain.keepStates(history)
  const hasControl = resolved.control !== false
  const hasExplorer = resolved.explorer
  const has = { hasControl, hasExplorer }
  const gate = scenario?.gate

  const faultContext: FaultContext = {
    chainSeed: chain.spec.seed,
    closeClients: (endpoint, code) => webSockets.closeClients(endpoint, code),
  }
  // A recording is served in the dialect in which it was recorded.
  const dialect = options.dialect ?? (chain.writtenAs as DialectName) ?? resolved.dialect
  const calls = createCallService({ gas: resolved.callGas, timeoutSeconds: resolved.callTimeout })
  const writable = writableEndpoints(resolved, calls)
  const journaling = await openJournal(chain, resolved, version, group)
  const parts = { writable, log: journaling?.log, group }
  const { endpoints, own } = openEndpoints(chain, resolved, dialect, faultContext, parts)
  const ownDirectory = ownEndpoints(chain, resolved, endpoints, faultContext, () => server)
  const directory = group === undefined ? ownDirectory : endpointsOfGroup(ownDirectory, group)
  const dev = resolved.dev ? withoutKeys(directory) : undefined
  const dispatcher = createDispatcher(resolved, version, calls, dev, chain)
  const methodNames = [...dispatcher.methodNames, ...(hasControl ? controlMethods.keys() : [])]
  const monitoring = await createMonitoring(methodNames, resolved)
  const shared = createShared(limits, monitoring)

  const { delays } = shared
  const handlerOptions: WebSocketOptions = {
    ...shared,
    ...handlerLimits(limits),
    endpoints,
    rootKey,
    dispatcher,
    gate,
    hasExplorer,
    originRule: new OriginRule(resolved),
  }
  const webSockets = new WebSocketHandler(handlerOptions)
  const controlDispatcher = new ControlDispatcher(dispatcher, directory, scenario)
  const metricSources: MetricSources = {
    ...{ chain, dispatcher, calls, writable, memory: shared.memory, ...monitoring },
    connections: () => {
      const webSocket = webSockets.clientCount
      return { http: http.connectionCount - webSocket, webSocket }
    },
  }
  const { clientVersion } = resolved
  const handleRequest = createRequestRouter({
    handleRpc: createHttpHandler(handlerOptions),
    handleControl: controlHandlerOf(resolved, { ...handlerOptions, dispatcher: controlDispatcher }),
    handleContracts: createContractsHandler(chain, handlerOptions),
    handleExplorer: hasExplorer ? createExplorerHandler(handlerOptions) : undefined,
    application: { ...shared, ...metricSources, clientVersion, ...has, group },
  })
  const routes = withGroup(group, handlerOptions, {
    handleRequest,
    handleUpgrade: (request, socket, head) => webSockets.upgrade(request, socket, head),
  })
  const http = createHttpServer({ ...shared, limits, ...routes })
  const ownParts = { endpoints, directory: ownDirectory, journaling, webSockets, delays }
  const member = { chain, http, rootKey, metricSources, options: resolved, ...ownParts }
  const beginning = { journaling, endpoints, faultContext, http, webSockets, group, member }
  const address = await begin(beginning, resolved)

  const { onInternalError } = shared
  const delay = (milliseconds: number, endpoint: Endpoint) => delays.wait(milliseconds, endpoint)
  const providerOptions = { delay, gate, subscriptionsMax: limits.subscriptions, onInternalError }
  const hostParts = { chain, dispatcher, address, ...has, faultContext, providerOptions }
  const shutDown = { delays, http, webSockets, calls, closeSeconds: limits.closeSeconds }
  const server = new RunningServer(own, hostParts, { endpoints, rootKey, journaling, ...shutDown })
  return server
}

/** What a server needs to begin. */
interface Beginning extends Pick<ServerParts, 'journaling' | 'endpoints' | 'http' | 'webSockets'> {
  readonly faultContext: FaultContext
  /** that it joins instead of listening; undefined where it is alone */
  readonly group: ServerGroup | undefined
  readonly member: Membership
}

/**
 * Replays the journal, and then listens. If that fails, everything is closed.
 *
 * @returns `HOST:PORT`
 */
async function begin(
  { journaling, endpoints, faultContext, http, webSockets, group, member }: Beginning,
  { port, host }: Pick<ResolvedServeOptions, 'port' | 'host'>,
): Promise<string> {
  try {
    await journaling?.begin(endpoints, {
      leader: (key) => endpoints.leader(key),
      setFaults: (endpoint, rules, options) => setFaults(endpoint, rules, options, faultContext),
    })
    return await (group === undefined ? listen(http.server, port, host) : joinGroup(group, member))
  } catch (error) {
    http.server.close()
    await webSockets.close()
    endpoints.close()
    journaling?.close()
    throw error
  }
}

/** The journal of a server; undefined without one. */
async function openJournal(
  chain: Chain,
  options: ResolvedServeOptions,
  version: string,
  group: ServerGroup | undefined,
): Promise<Journaling | undefined> {
  if (options.journal === undefined && group === undefined) return undefined
  // Loaded only then, so that other servers start faster.
  const { Journaling } = await import('./journaling.ts')
  return Journaling.open(chain, options, version, group)
}

type Routes = Pick<HttpServerOptions, 'handleRequest' | 'handleUpgrade'>

/** Has requests for the endpoints of other processes answered there. */
function withGroup(
  group: ServerGroup | undefined,
  options: HandlerOptions,
  { handleRequest, handleUpgrade }: Routes,
): Routes {
  if (group === undefined) return { handleRequest, handleUpgrade }
  const { refuser } = options
  const { copies } = group
  const handleCopy: CopyHandler =
    copies === undefined
      ? (_request, _response, passOn) => passOn()
      : createCopyHandler({ ...options, copies })
  return {
    handleRequest: (request, response) =>
      group.route(request, response, {
        serve: () => handleRequest(request, response),
        serveCopy: (passOn) => handleCopy(request, response, passOn),
        refuse: (error) => refuser.answer(response, refusals.unreachable(messageOf(error))),
      }),
    handleUpgrade: (request, socket, head) =>
      group.routeUpgrade(request, socket, head, {
        serve: () => handleUpgrade(request, socket, head),
        refuse: (error) => refuser.refuseSocket(socket, refusals.unreachable(messageOf(error))),
      }),
  }
}

/** The handler of the control address; undefined if it is off. */
function controlHandlerOf(
  { control }: Pick<ResolvedServeOptions, 'control'>,
  options: HandlerOptions,
): HttpHandler | undefined {
  if (control === false) return undefined
  const token = typeof control === 'object' ? control.token : undefined
  return createControlHandler({ ...options, token })
}

/** What all handlers of a server share. */
function createShared(
  limits: ResolvedServeOptions['limits'],
  { observer, onInternalError }: Monitoring,
) {
  const turns = new ReadTurns()
  const refuser = new Refuser(observer, turns)
  return {
    observer,
    onInternalError,
    refuser,
    inFlight: new InFlight(limits.requestsInFlight),
    memory: new ClientMemory({
      bytesMax: limits.clientBytes,
      close: (socket) => refuser.abort(socket, refusals.outOfMemory),
    }),
    turns,
    delays: new Delays(),
  }
}

/** The limits of `ServeOptions` under the names that the handlers give them. */
function handlerLimits(limits: ResolvedServeOptions['limits']) {
  return {
    requestBytesMax: limits.requestBytes,
    valuesMax: limits.requestValues,
    batchSizeMax: limits.batchSize,
    answerBytesMax: limits.answerBytes,
    backlogBytesMax: limits.backlogBytes,
    queuedBytesMax: limits.queuedBytes,
    heartbeatSeconds: limits.heartbeatSeconds,
    subscriptionsMax: limits.subscriptions,
    closeSeconds: limits.closeSeconds,
  }
}

/** What a server closes. */
interface ServerParts {
  readonly endpoints: EndpointRegistry
  readonly rootKey: string | undefined
  readonly delays: Delays
  readonly http: HttpServer
  readonly webSockets: WebSocketHandler
  readonly calls: CallService
  readonly journaling: Journaling | undefined
  /** how long requests in progress may take when it closes */
  readonly closeSeconds: number
}

/** The endpoint of a key; undefined if it was closed, also before the server was restarted with its journal. */
export function existingEndpoint(server: Server, key: string): ServedEndpoint | undefined {
  return (server as RunningServer).existing(key)
}

/** A server is also the endpoint of its first key. */
class RunningServer extends EndpointHandle implements Server {
  // Properties, not methods: they work when passed on without the server.
  readonly endpoint: Server['endpoint']
  readonly existing: (key: string) => ServedEndpoint | undefined
  override readonly close: Server['close']
  /** Removes an endpoint and closes its clients. */
  readonly closeEndpoint: EndpointHost['close']
  /** `HOST:PORT` while the root address is served; undefined otherwise */
  readonly #rootAddress: () => string | undefined

  constructor(
    own: Access,
    hostParts: Omit<EndpointHost, 'leader' | 'keysOf' | 'close'>,
    { endpoints, rootKey, delays, http, webSockets, calls, journaling, closeSeconds }: ServerParts,
  ) {
    const host: EndpointHost = {
      ...hostParts,
      leader: (key) => endpoints.leader(key),
      keysOf: (endpoint) => endpoints.keysOf(endpoint),
      async close(endpoint) {
        endpoints.remove(endpoint)
        delays.endOf(endpoint)
        await webSockets.closeClientsOf(endpoint)
      },
    }
    super(own, host)
    this.closeEndpoint = host.close
    this.#rootAddress = () =>
      rootKey !== undefined && endpoints.existing(rootKey) ? host.address : undefined
    let closed: Promise<unknown> | undefined
    this.endpoint = (key, options = {}) => {
      if (closed !== undefined) {
        throw new EndpointError('SERVER_CLOSED', 'endpoint: the server is closed')
      }
      requireEndpointOptions(options)
      return new EndpointHandle(endpoints.obtain(key, options), host)
    }
    this.existing = (key) => {
      const access = endpoints.existingAccess(key)
      return access && new EndpointHandle(access, host)
    }
    const closeAll = async (): Promise<void> => {
      // Half of the time is left for the answers of moves that take too long.
      const patience = setTimeout(() => endpoints.endMoves(), closeSeconds * 500)
      await Promise.all([http.close(), webSockets.close()]).finally(() => {
        clearTimeout(patience)
        endpoints.close()
        journaling?.close()
        return calls.close()
      })
    }
    this.close = async () => {
      delays.endAll()
      endpoints.endWaits()
      closed ??= closeAll()
      await closed
    }
  }

  get rootUrl(): string | undefined {
    const address = this.#rootAddress()
    return address && `http://${address}`
  }

  get rootWsUrl(): string | undefined {
    const address = this.#rootAddress()
    return address && `ws://${address}`
  }
}

function requireChain(chain: unknown): void {
  const problem = chainProblem(chain)
  if (problem !== undefined) throw new ServeOptionsError('chain', problem)
}
