import type { RequestListener, ServerResponse } from 'node:http'
import type { Chain } from '../chain/chain.ts'
import { chainProblem } from '../chain/chainProblem.ts'
import type { Access } from '../endpoint/access.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { FaultRule } from '../endpoint/faults/faultRule.ts'
import { ControlDispatcher } from '../rpc/control/controlDispatcher.ts'
import type { PlayedScenario } from '../rpc/control/playedScenario.ts'
import { controlMethods } from '../rpc/control/registry.ts'
import { Dispatcher } from '../rpc/dispatcher.ts'
import { InFlight } from '../rpc/inFlight.ts'
import { ClientMemory } from './clientMemory.ts'
import { createControlHandler } from './controlHandler.ts'
import { EndpointError } from './endpointError.ts'
import { EndpointHandle, type EndpointHost } from './endpointHandle.ts'
import { type EndpointOptions, requireEndpointOptions } from './endpointOptions.ts'
import { EndpointRegistry } from './endpointRegistry.ts'
import { Delays } from './faults/delays.ts'
import type { FaultOptions } from './faults/faultOptions.ts'
import { type FaultContext, setFaults, setResolvedFaults } from './faults/setFaults.ts'
import { createHttpHandler, type HttpHandler } from './httpHandler.ts'
import { createHttpServer } from './httpServer.ts'
import { listen } from './listen.ts'
import { LogDestination } from './logDestination.ts'
import { createObservers } from './observers.ts'
import { resolveServeOptions, type ServeOptions, ServeOptionsError } from './options.ts'
import * as refusals from './refusals.ts'
import { Refuser } from './refuser.ts'
import type { ServedEndpoint } from './servedEndpoint.ts'
import { Statistics } from './statistics.ts'
import { WebSocketHandler } from './webSocketHandler.ts'

/** A chain being served. It is itself the endpoint of its first API key; `endpoint('geth')` is the same by its second. */
export interface Server extends ServedEndpoint {
  /**
   * The endpoint of another key, made if it is not there yet.
   *
   * @throws {ServeOptionsError} where an option is wrong
   * @throws {EndpointError} where the key is not well-formed, its endpoint is there and is not as asked, there is no
   *   endpoint to lag behind, or the server is closed
   * @throws {EndpointMoveError} where there is no block for its head, or its finality makes no sense
   * @throws {FaultError} where a rule of its faults is wrong
   */
  endpoint(key: string, options?: EndpointOptions): ServedEndpoint
  /**
   * Stops listening, finishes the answers in flight and lets all clients go. Its endpoints answer no more in process
   * either, and what they are still made to do is rejected.
   */
  close(): Promise<void>
}

/**
 * Serves a chain as the package's own `serve` says (`src/serve.ts`), which adds its version.
 *
 * @param version of the package: what `rpc.discover` says
 * @param scenario whose endpoints it serves, if of any
 */
export async function serve(
  chain: Chain,
  options: ServeOptions = {},
  version = '0.0.0',
  scenario?: PlayedScenario,
): Promise<Server> {
  const resolved = resolveServeOptions(options)
  const gate = scenario?.gate
  const { port, host, apiKeys, clientVersion, methods, limits } = resolved
  requireChain(chain)
  // What was written down in a dialect is served in it.
  const dialect = options.dialect ?? (chain.writtenAs as DialectName) ?? resolved.dialect
  const faultContext: FaultContext = {
    chainSeed: chain.spec.seed,
    closeClients: (endpoint, code) => webSockets.closeClients(endpoint, code),
  }
  const endpoints = new EndpointRegistry(chain, {
    dialect,
    anyKey: resolved.anyKey,
    beginFaults: (endpoint, rules) => {
      if (rules === undefined) setResolvedFaults(endpoint, resolved.faults, faultContext)
      else setFaults(endpoint, rules, undefined, faultContext)
    },
  })
  const [own] = apiKeys.map(({ key, dialect, endpointOf }) =>
    endpointOf === undefined
      ? endpoints.obtain(key, { dialect })
      : endpoints.addKey(key, endpoints.leader(endpointOf), dialect),
  ) as [Access]
  const dispatcher = new Dispatcher({
    methods,
    clientVersion,
    version,
    cacheBytes: limits.cacheBytes,
    logLimits: {
      rangeMax: limits.logRange,
      resultsMax: limits.logResults,
      bytesMax: limits.answerBytes,
    },
  })
  const hasControl = resolved.control !== false
  const statistics = new Statistics([
    ...dispatcher.methodNames,
    ...(hasControl ? controlMethods.keys() : []),
  ])
  const log = new LogDestination(resolved.logStream)
  const observers = await createObservers(statistics, resolved.logLevel, log)
  const refuser = new Refuser(observers.observer)
  const inFlight = new InFlight(limits.requestsInFlight)
  const memory = new ClientMemory({
    bytesMax: limits.clientBytes,
    close: (socket) => refuser.cutOff(socket, refusals.outOfMemory),
  })
  const delays = new Delays()
  const delay = (milliseconds: number, endpoint: Endpoint) => delays.wait(milliseconds, endpoint)
  const handlerOptions = {
    endpoints,
    dispatcher,
    refuser,
    inFlight,
    delays,
    memory,
    requestBytesMax: limits.requestBytes,
    valuesMax: limits.requestValues,
    batchSizeMax: limits.batchSize,
    answerBytesMax: limits.answerBytes,
    backlogBytesMax: limits.backlogBytes,
    queuedBytesMax: limits.queuedBytes,
    heartbeatSeconds: limits.heartbeatSeconds,
    subscriptionsMax: limits.subscriptions,
    closeSeconds: limits.closeSeconds,
    gate,
    ...observers,
  }
  const handleHttp = createHttpHandler(handlerOptions)
  const webSockets = new WebSocketHandler(handlerOptions)

  const handleControl: HttpHandler = hasControl
    ? createControlHandler({
        ...handlerOptions,
        dispatcher: new ControlDispatcher(
          dispatcher,
          {
            existing: (key) => endpoints.existing(key),
            keys: () => endpoints.keys(),
            keysOf: (endpoint) => endpoints.keysOf(endpoint),
            create: (key, chosen) => server.endpoint(key, chosen as EndpointOptions),
            setFaults: (endpoint, rules, chosen) =>
              setFaults(endpoint, rules as FaultRule[], chosen as FaultOptions, faultContext),
            close: (endpoint) => endpointHost.close(endpoint),
          },
          scenario,
        ),
        token: typeof resolved.control === 'object' ? resolved.control.token : undefined,
      })
    : (_request, _response, next) => next()

  // Express takes longer to load than all else here, and most servers are never asked for a page.
  const loadApplication = async () => {
    const { createApplication } = await import('./application.ts')
    return createApplication({
      dispatcher,
      clientVersion,
      refuser,
      hasControl,
      statistics,
      onInternalError: observers.onInternalError,
      connections: () => {
        const webSocket = webSockets.clientCount
        return { http: http.connectionCount - webSocket, webSocket }
      },
      cacheBytes: () => dispatcher.cachedBytes,
      clientBytes: () => memory.bytes,
      droppedLogLines: () => log.droppedLines,
      clientsClosed: () => memory.closedCount,
      headNumber: () => chain.tree.head.number,
    })
  }
  let application: ReturnType<typeof loadApplication> | undefined

  const fail = (response: ServerResponse, error: unknown): void => {
    observers.onInternalError(error)
    refuser.answer(response, refusals.failure)
  }
  const handleOthers: RequestListener = (request, response) => {
    handleControl(request, response, (error) => {
      if (error !== undefined) return fail(response, error)
      application ??= loadApplication()
      application.then(
        (handlePage) => handlePage(request, response),
        (error: unknown) => {
          application = undefined
          fail(response, error)
        },
      )
    })
  }

  const http = createHttpServer({
    handleRequest(request, response) {
      handleHttp(request, response, (error) => {
        if (error === undefined) handleOthers(request, response)
        else fail(response, error)
      })
    },
    handleUpgrade: (request, socket, head) => webSockets.upgrade(request, socket, head),
    refuser,
    inFlight,
    memory,
    connectionsMax: limits.connections,
    headersSeconds: limits.headersSeconds,
    requestSeconds: limits.requestSeconds,
    idleSeconds: limits.idleSeconds,
    closeSeconds: limits.closeSeconds,
  })
  const address = await listen(http.server, port, host).catch(async (error: unknown) => {
    await webSockets.close()
    throw error
  })

  const endpointHost: EndpointHost = {
    dispatcher,
    address,
    hasControl,
    faultContext,
    providerOptions: {
      delay,
      gate,
      subscriptionsMax: limits.subscriptions,
      onInternalError: observers.onInternalError,
    },
    leader: (key) => endpoints.leader(key),
    keysOf: (endpoint) => endpoints.keysOf(endpoint),
    async close(endpoint) {
      endpoints.remove(endpoint)
      delays.endOf(endpoint)
      await webSockets.closeClientsOf(endpoint)
    },
  }
  let closed: Promise<unknown> | undefined
  const server = new ServerHandle(own, endpointHost, {
    endpoint(key, chosen = {}) {
      if (closed !== undefined) {
        throw new EndpointError('SERVER_CLOSED', 'endpoint: the server is closed')
      }
      requireEndpointOptions(chosen)
      return new EndpointHandle(endpoints.obtain(key, chosen), endpointHost)
    },
    async close() {
      delays.endAll()
      closed ??= Promise.all([http.close(), webSockets.close()]).finally(() => endpoints.close())
      await closed
    },
  })
  return server
}

/** A server is the endpoint of its first key, too. */
class ServerHandle extends EndpointHandle implements Server {
  readonly endpoint: Server['endpoint']
  override readonly close: Server['close']

  constructor(
    own: Access,
    host: EndpointHost,
    { endpoint, close }: Pick<Server, 'endpoint' | 'close'>,
  ) {
    super(own, host)
    this.endpoint = endpoint
    this.close = close
  }
}

function requireChain(chain: unknown): void {
  const problem = chainProblem(chain)
  if (problem !== undefined) throw new ServeOptionsError('chain', problem)
}
