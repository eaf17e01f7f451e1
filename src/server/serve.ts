import { setTimeout as delay } from 'node:timers/promises'
import { Chain } from '../chain/chain.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { Dispatcher } from '../rpc/dispatcher.ts'
import { InFlight } from '../rpc/inFlight.ts'
import { createProvider, type Provider } from '../rpc/provider.ts'
import { EndpointError, type EndpointOptions, EndpointRegistry } from './endpointRegistry.ts'
import { type FaultControls, faultControls } from './faults/faultControls.ts'
import { createHttpHandler } from './httpHandler.ts'
import { createHttpServer } from './httpServer.ts'
import { listen } from './listen.ts'
import { createObservers } from './observers.ts'
import {
  requireEndpointOptions,
  resolveServeOptions,
  type ServeOptions,
  ServeOptionsError,
} from './options.ts'
import * as refusals from './refusals.ts'
import { Refuser } from './refuser.ts'
import { Statistics } from './statistics.ts'
import { WebSocketHandler } from './webSocketHandler.ts'

/** An endpoint and where it is served; `request` asks it without the network (EIP-1193). */
export interface ServedEndpoint extends Provider, FaultControls {
  readonly key: string
  /** `http://HOST:PORT/v3/KEY` */
  readonly url: string
  /** `ws://HOST:PORT/ws/v3/KEY` */
  readonly wsUrl: string
}

/** A chain being served. It is itself the endpoint of its first API key. */
export interface Server extends ServedEndpoint {
  /**
   * The endpoint of another key, made if it is not there yet.
   *
   * @throws {ServeOptionsError} where an option is wrong
   * @throws {EndpointError} where the key is not well-formed, its endpoint is there with another
   *   dialect, or the server is closed
   */
  endpoint(key: string, options?: EndpointOptions): ServedEndpoint
  /** Stops listening, finishes the answers in flight and lets all clients go. */
  close(): Promise<void>
}

/**
 * Serves a chain as the package's own `serve` says (`src/serve.ts`), which adds its version.
 *
 * @param version of the package: what `rpc.discover` says
 */
export async function serve(
  chain: Chain,
  options: ServeOptions = {},
  version = '0.0.0',
): Promise<Server> {
  const resolved = resolveServeOptions(options)
  const { port, host, apiKeys, clientVersion, methods, limits } = resolved
  requireChain(chain)
  // What was written down in a dialect is served in it.
  const dialect = options.dialect ?? (chain.writtenAs as DialectName) ?? resolved.dialect
  const endpoints = new EndpointRegistry(chain, { dialect, anyKey: resolved.anyKey })
  const [ownEndpoint] = apiKeys.map((key) => endpoints.obtain(key)) as [Endpoint]
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
  const statistics = new Statistics(dispatcher.methodNames)
  const observers = await createObservers(statistics, resolved.logLevel, resolved.logStream)
  const refuser = new Refuser(observers.observer)
  const inFlight = new InFlight(limits.requestsInFlight)
  const handlerOptions = {
    endpoints,
    dispatcher,
    refuser,
    inFlight,
    requestBytesMax: limits.requestBytes,
    valuesMax: limits.requestValues,
    batchSizeMax: limits.batchSize,
    answerBytesMax: limits.answerBytes,
    backlogBytesMax: limits.backlogBytes,
    heartbeatSeconds: limits.heartbeatSeconds,
    closeSeconds: limits.closeSeconds,
    ...observers,
  }
  const handleHttp = createHttpHandler(handlerOptions)
  const webSockets = new WebSocketHandler(handlerOptions)

  // Express takes longer to load than all else here, and most servers are never asked for a page.
  const loadApplication = async () => {
    const { createApplication } = await import('./application.ts')
    return createApplication({
      dispatcher,
      clientVersion,
      refuser,
      statistics,
      onInternalError: observers.onInternalError,
      connections: () => {
        const webSocket = webSockets.clientCount
        return { http: http.connectionCount - webSocket, webSocket }
      },
      cacheBytes: () => dispatcher.cachedBytes,
      headNumber: () => chain.tree.head.number,
    })
  }
  let application: ReturnType<typeof loadApplication> | undefined

  const http = createHttpServer({
    handleRequest(request, response) {
      handleHttp(request, response, (error) => {
        if (error !== undefined) {
          observers.onInternalError(error)
          return refuser.answer(response, refusals.failure)
        }
        application ??= loadApplication()
        application.then(
          (handlePage) => handlePage(request, response),
          (error: unknown) => {
            application = undefined
            observers.onInternalError(error)
            refuser.answer(response, refusals.failure)
          },
        )
      })
    },
    handleUpgrade: (request, socket, head) => webSockets.upgrade(request, socket, head),
    refuser,
    inFlight,
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

  const served = (endpoint: Endpoint): ServedEndpoint => ({
    key: endpoint.key,
    url: `http://${address}/v3/${endpoint.key}`,
    wsUrl: `ws://${address}/ws/v3/${endpoint.key}`,
    ...createProvider(endpoint, dispatcher, delay),
    ...faultControls(endpoint, {
      chainSeed: chain.spec.seed,
      closeClients: (code) => webSockets.closeClients(endpoint, code),
    }),
  })
  let closed: Promise<unknown> | undefined
  return {
    ...served(ownEndpoint),
    endpoint(key, chosen = {}) {
      if (closed !== undefined) {
        throw new EndpointError('SERVER_CLOSED', 'endpoint: the server is closed')
      }
      requireEndpointOptions(chosen)
      return served(endpoints.obtain(key, chosen))
    },
    async close() {
      closed ??= Promise.all([http.close(), webSockets.close()])
      await closed
    },
  }
}

function requireChain(chain: unknown): void {
  if (!(chain instanceof Chain)) {
    throw new ServeOptionsError('chain', 'want what createChain resolves to; is an await missing?')
  }
}
