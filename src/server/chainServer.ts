import type { Chain } from '../chain/chain.ts'
import type { Access } from '../endpoint/access.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { MoveContext } from '../moves/move.ts'
import { messageOf } from '../primitives/errors.ts'
import { ControlDispatcher } from '../rpc/control/controlDispatcher.ts'
import type { EndpointDirectory } from '../rpc/control/controlMethod.ts'
import { controlMethods } from '../rpc/control/controlRegistry.ts'
import type { ScenarioControl } from '../rpc/control/scenarioControl.ts'
import { Dispatcher } from '../rpc/dispatcher.ts'
import { InFlight } from '../rpc/inFlight.ts'
import type { Spool } from '../rpc/longAnswers/spool.ts'
import type { Observer } from '../rpc/observer.ts'
import { inProcessService, type ProviderOptions } from '../rpc/provider.ts'
import { RpcService, type RpcServiceOptions } from '../rpc/rpcService.ts'
import type { ArtifactIndex } from '../solidity/artifactIndex.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { CallService } from '../threads/calls/callService.ts'
import { createCallService } from '../threads/calls/createCallService.ts'
import type { ApplicationContext } from './application.ts'
import { createBeaconHandler } from './beacon/beaconHandler.ts'
import { ClientMemory } from './clientMemory.ts'
import { createContractsHandler } from './contractsHandler.ts'
import { createControlHandler } from './controlHandler.ts'
import { createSpool } from './createSpool.ts'
import { createStackReader } from './createStackReader.ts'
import { createDevResources, type DevResources } from './devResources.ts'
import { endpointsOfGroup, ownEndpoints, withoutKeys } from './endpointDirectory.ts'
import { EndpointError } from './endpointError.ts'
import { EndpointHandle, type EndpointHost } from './endpointHandle.ts'
import { type EndpointOptions, requireEndpointOptions } from './endpointOptions.ts'
import { EndpointRegistry } from './endpointRegistry.ts'
import { createExplorerHandler } from './explorer/explorerHandler.ts'
import { Delays } from './faults/delays.ts'
import { type FaultContext, setFaults, setResolvedFaults } from './faults/setFaults.ts'
import type { ServerGroup } from './group.ts'
import type { HandlerContext } from './handlerContext.ts'
import { createHttpHandler } from './httpHandler.ts'
import { createHttpServer, type HttpRoutes, type HttpServer } from './httpServer.ts'
import type { IpcServer } from './ipc/ipcServer.ts'
import { listen } from './listen.ts'
import { loadArtifacts } from './loadArtifacts.ts'
import { LogDestination } from './logDestination.ts'
import { loggedMethod, loggedParams } from './loggedParams.ts'
import { maskKey } from './maskKey.ts'
import { MessageConnections } from './messageConnections.ts'
import type { MetricValues } from './metricValues.ts'
import { createMonitor, type LogModules, loadLogModules } from './monitor.ts'
import { ServeOptionsError, type TerminalOutput } from './options.ts'
import { OriginRule } from './originRule.ts'
import { ReadTurns } from './readTurns.ts'
import * as refusals from './refusals.ts'
import { Refuser } from './refuser.ts'
import { createRequestRouter } from './requestRouter.ts'
import { requireSenders } from './requireSenders.ts'
import { pageKeyOf, type ResolvedServeOptions, rootKeyOf } from './resolveServeOptions.ts'
import type { ServedEndpoint } from './servedEndpoint.ts'
import { ServerForks } from './serverForks.ts'
import type { ServerJournal } from './serverJournal.ts'
import type { Statistics } from './statistics.ts'
import { WebSocketHandler } from './webSocketHandler.ts'

/** What is loaded before a server is built, and only by those that need it. */
interface LoadedParts {
  /** undefined where nothing is logged */
  readonly log: LogModules | undefined
  /** undefined without the option `terminal` */
  readonly terminal: TerminalModule | undefined
  /** undefined where no contracts of the user are known */
  readonly artifacts: ArtifactIndex | undefined
}

/** What a server needs to report what happens to a terminal. */
interface TerminalModule {
  readonly Terminal: typeof Terminal
}

/** What answers requests for a chain: its endpoints, its methods, and the transports, from the first to the last. */
export class ChainServer implements HandlerContext, ApplicationContext, EndpointHost {
  /**
   * Starts to serve a chain: replays the journal, and then listens. If that fails, everything is closed.
   *
   * @param version of the package, for `rpc.discover`
   * @param scenario whose endpoints are served; undefined where no scenario is played
   * @param group of processes that serve the chain together; undefined where it is served by this one alone
   */
  static async start(
    chain: Chain,
    options: ResolvedServeOptions,
    version: string,
    scenario: ScenarioControl | undefined,
    group: ServerGroup | undefined,
  ): Promise<ChainServer> {
    const loaded = await ChainServer.#loadParts(options)
    const journal = await ChainServer.#openJournal(chain, options, version, group)
    let server: ChainServer | undefined
    try {
      server = new ChainServer(chain, options, version, scenario, group, journal, loaded)
      server.endpoints.open()
      if (group === undefined) await server.begin(options.apiKeys.map(({ key }) => key))
      await server.journal?.begin(server.endpoints, server.#moveContext)
      await server.#listen()
      server.#hasStarted = true
      // What the journal repeats has happened before.
      server.setLogging(true)
      return server
    } catch (error) {
      if (server === undefined) journal?.close(false)
      else await server.close()
      throw error
    }
  }

  /**
   * Gives endpoints to work as a journal leaves them. No client can reach them.
   *
   * @param version of the package
   * @param journal nothing is written to it
   * @throws {JournalError} JOURNAL_MISMATCH
   */
  static async replay<T>(
    chain: Chain,
    options: ResolvedServeOptions,
    version: string,
    journal: ServerJournal,
    work: (endpoints: EndpointRegistry) => Promise<T>,
  ): Promise<T> {
    const loaded = await ChainServer.#loadParts(options)
    const server = new ChainServer(chain, options, version, undefined, undefined, journal, loaded)
    try {
      await journal.begin(server.endpoints, server.#moveContext)
      return await work(server.endpoints)
    } finally {
      await server.close()
    }
  }

  /** @throws {OmmerError} INVALID_OPTION if the artifacts cannot be read */
  static async #loadParts(options: ResolvedServeOptions): Promise<LoadedParts> {
    return {
      log: await loadLogModules(options),
      terminal: options.terminal && (await import('../terminal/terminal.ts')),
      artifacts: await loadArtifacts(options),
    }
  }

  /** @returns undefined if the server has no journal */
  static async #openJournal(
    chain: Chain,
    options: ResolvedServeOptions,
    version: string,
    group: ServerGroup | undefined,
  ): Promise<ServerJournal | undefined> {
    if (options.journal === undefined && group === undefined) return undefined
    // Loaded only then, so that other servers start faster.
    const { ServerJournal } = await import('./serverJournal.ts')
    return ServerJournal.open(chain, options, version, group)
  }

  readonly chain: Chain
  readonly options: ResolvedServeOptions
  readonly limits: ResolvedServeOptions['limits']
  readonly clientVersion: string
  readonly group: ServerGroup | undefined
  readonly journal: ServerJournal | undefined
  /** of the root address; undefined where it is not served */
  readonly rootKey: string | undefined
  /** to whose page a browser without a key is redirected; undefined where that would reveal a key */
  readonly pageKey: string | undefined
  readonly hasControl: boolean
  readonly hasExplorer: boolean
  readonly originRule: OriginRule

  // Endpoints.
  /** runs the code that methods call */
  readonly calls: CallService
  /** keeps long answers until clients have read them */
  readonly spool: Spool
  readonly dev: DevResources | undefined
  readonly forks: ServerForks
  readonly delays = new Delays()
  readonly faultContext: FaultContext
  readonly endpoints: EndpointRegistry
  /** the endpoint of the server, that of its first API key */
  readonly own: Access
  /** the endpoints of this process, for control methods */
  readonly directory: EndpointDirectory

  // Methods.
  readonly dispatcher: Dispatcher
  readonly statistics: Statistics
  readonly log: LogDestination
  readonly observer: Observer
  readonly onInternalError: (error: unknown) => void
  readonly #warn: (message: string) => void
  /** undefined where no contracts of the user are known */
  readonly #artifacts: ArtifactIndex | undefined
  /** undefined without the option `terminal` */
  readonly #terminal: Terminal | undefined
  readonly inFlight: InFlight
  readonly rpc: RpcService
  readonly providerOptions: ProviderOptions
  readonly inProcess: RpcService

  // Transports.
  readonly turns = new ReadTurns()
  readonly refuser: Refuser
  readonly memory: ClientMemory
  readonly messageConnections: MessageConnections
  readonly webSockets: WebSocketHandler
  readonly http: HttpServer
  /** `HOST:PORT`, once it listens */
  address = ''
  /** where it listens for IPC; undefined where it does not */
  ipcPath: string | undefined
  #ipc: IpcServer | undefined
  #hasStarted = false
  #closed: Promise<unknown> | undefined

  /**
   * Creates the parts, each from those before it. Callbacks may use later parts: those of new endpoints first run when
   * the configured endpoints are created, all others after this constructor.
   */
  private constructor(
    chain: Chain,
    options: ResolvedServeOptions,
    version: string,
    scenario: ScenarioControl | undefined,
    group: ServerGroup | undefined,
    journal: ServerJournal | undefined,
    loaded: LoadedParts,
  ) {
    const { limits, clientVersion, control, explorer, callGas, callTimeout } = options
    this.chain = chain
    this.options = options
    this.limits = limits
    this.clientVersion = clientVersion
    this.group = group
    this.journal = journal
    this.rootKey = rootKeyOf(options)
    this.pageKey = pageKeyOf(options)
    this.hasControl = control !== false
    this.hasExplorer = explorer
    this.originRule = new OriginRule(options)

    this.calls = createCallService({ gas: callGas, timeoutSeconds: callTimeout })
    this.spool = createSpool(limits.spoolBytes)
    this.#artifacts = loaded.artifacts
    this.#terminal = loaded.terminal && this.#createTerminal(loaded.terminal)
    const onExecuted = this.#terminal?.executed.bind(this.#terminal)
    this.dev = createDevResources(options, this.calls, onExecuted)
    this.messageConnections = new MessageConnections(limits.closeSeconds)
    this.faultContext = {
      chainSeed: chain.spec.seed,
      closeClients: (endpoint, code) => this.messageConnections.closeClients(endpoint, code),
    }
    this.endpoints = this.#createEndpoints()
    this.forks = new ServerForks(options, this.endpoints)
    const configured = options.apiKeys.map((key) => this.endpoints.createConfigured(key))
    this.own = configured[0] as Access
    this.directory = ownEndpoints(this)
    const all = group === undefined ? this.directory : endpointsOfGroup(this.directory, group)

    this.dispatcher = this.#createDispatcher(version, all)
    const controlNames = this.hasControl ? controlMethods.keys() : []
    const names = [...this.dispatcher.methodNames, ...controlNames]
    const monitor = createMonitor(names, options, loaded.log, this.#terminal)
    const { statistics, log, observer, onInternalError } = monitor
    this.#warn = monitor.warn
    this.statistics = statistics
    this.log = log
    this.observer = observer
    this.onInternalError = onInternalError
    this.inFlight = new InFlight(limits.requestsInFlight)
    const service: RpcServiceOptions = {
      dispatcher: this.dispatcher,
      observer,
      onInternalError,
      inFlight: this.inFlight,
      answerBytesMax: limits.answerBytes,
      valuesMax: limits.requestValues,
      batchSizeMax: limits.batchSize,
    }
    const gate = scenario?.gate
    this.rpc = new RpcService({ ...service, gate })
    this.providerOptions = {
      dispatcher: this.dispatcher,
      gate,
      onInternalError,
      subscriptionsMax: limits.subscriptions,
      delay: (milliseconds, endpoint) => this.delays.wait(milliseconds, endpoint),
    }
    this.inProcess = inProcessService(this.providerOptions)

    this.refuser = new Refuser(observer, this.turns)
    this.memory = new ClientMemory({
      bytesMax: limits.clientBytes,
      close: (socket) => this.refuser.abort(socket, refusals.outOfMemory),
    })
    this.webSockets = new WebSocketHandler(this)
    const controlled = new ControlDispatcher(this.dispatcher, all, scenario)
    const controlService = new RpcService({ ...service, dispatcher: controlled, isControl: true })
    this.http = createHttpServer(this, this.#withGroup(this.#routes(controlService)))
  }

  #createTerminal({ Terminal }: TerminalModule): Terminal {
    const { stream, consoleLog = true } = this.options.terminal as TerminalOutput
    const artifacts = this.#artifacts
    const destination = new LogDestination(stream)
    return new Terminal({
      write: (text) => destination.write(text),
      isColored: stream.isTTY === true && !process.env.NO_COLOR,
      abis: artifacts?.artifacts ?? [],
      stackOf: artifacts && createStackReader(this.calls, artifacts),
      consoleLog,
      shown: { key: maskKey, method: loggedMethod, params: loggedParams },
      isMove: (method) => this.dispatcher.moves.get(method)?.isChange === true,
      endpointOf: (key) => this.endpoints.existing(key),
    })
  }

  get #moveContext(): MoveContext {
    return {
      forks: this.forks.accessOf(false),
      leader: (key) => this.leader(key),
      setFaults: (endpoint, rules, chosen) => setFaults(endpoint, rules, chosen, this.faultContext),
    }
  }

  #createEndpoints(): EndpointRegistry {
    const { chain, options, limits, dev, faultContext } = this
    const { anyKey, faults, explorer } = options
    const logs = { bytesMax: limits.requestLogBytes, allBytesMax: limits.requestLogsBytes }
    return new EndpointRegistry(chain, {
      dialect: options.dialect,
      anyKey,
      dev,
      log: this.journal?.log,
      group: this.group,
      earlyFinality: options.earlyFinality,
      undoneBytes: limits.undoneBytes,
      timelines: explorer ? logs : undefined,
      beginFaults: (endpoint, rules) => {
        if (rules === undefined) setResolvedFaults(endpoint, faults, faultContext)
        else setFaults(endpoint, rules, undefined, faultContext)
      },
      onCreated: (endpoint, dialect) => {
        this.#terminal?.watch(endpoint)
        this.forks.begin(endpoint, dialect, this.#moveContext, (problem) => {
          // The start fails with it.
          if (!this.#hasStarted && options.apiKeys.some(({ key }) => key === endpoint.key)) return
          this.#warn(`endpoint ${maskKey(endpoint.key)}: ${problem}`)
        })
      },
      onDropped: (key, unusedMs) => {
        const seconds = Math.floor(unusedMs / 1000)
        this.#warn(
          `endpoint ${maskKey(key)} was dropped, unused for ${seconds} s, because others needed its memory (limit chainsBytes): its key gets a new endpoint`,
        )
      },
      onTransactionDropped: (key, { hash, reason }) =>
        this.#warn(`endpoint ${maskKey(key)}: transaction ${hash} was dropped: ${reason}`),
    })
  }

  /** @param directory the endpoints that clients can move with `dev` */
  #createDispatcher(version: string, directory: EndpointDirectory): Dispatcher {
    const { options, limits, calls } = this
    const { logRange, logResults, answerBytes, filters, filterBytes, filterSeconds } = limits
    return new Dispatcher({
      methods: options.methods,
      clientVersion: options.clientVersion,
      version,
      cacheBytes: limits.cacheBytes,
      logLimits: { rangeMax: logRange, resultsMax: logResults, bytesMax: answerBytes },
      filterLimits: { countMax: filters, bytesMax: filterBytes, seconds: filterSeconds },
      calls,
      spool: this.spool,
      dev: options.dev ? withoutKeys(directory) : undefined,
      facts: {
        hasOpenControl: options.control === true,
        artifacts: this.#artifacts,
      },
    })
  }

  /** @param controlService answers what is sent to the control address */
  #routes(controlService: RpcService): HttpRoutes {
    const { control } = this.options
    const token = typeof control === 'object' ? control.token : undefined
    const handlers = [
      // First: nearly all requests are for it.
      createHttpHandler(this),
      this.hasControl && createControlHandler(this, controlService, token),
      createContractsHandler(this),
      createBeaconHandler(this, this.clientVersion),
      this.hasExplorer && createExplorerHandler(this),
    ]
    return {
      handleRequest: createRequestRouter(
        handlers.filter((each) => each !== false),
        this,
      ),
      handleUpgrade: (request, socket, head) => this.webSockets.upgrade(request, socket, head),
    }
  }

  /** Passes requests for the endpoints of other processes on to these. */
  #withGroup({ handleRequest, handleUpgrade }: HttpRoutes): HttpRoutes {
    const { group, refuser } = this
    if (group === undefined) return { handleRequest, handleUpgrade }
    return {
      handleRequest: (request, response) =>
        group.route(request, response, {
          serve: () => handleRequest(request, response),
          refuse: (error) => refuser.answer(response, refusals.unreachable(messageOf(error))),
        }),
      handleUpgrade: (request, socket, head) =>
        group.routeUpgrade(request, socket, head, {
          serve: () => handleUpgrade(request, socket, head),
          refuse: (error) => refuser.refuseSocket(socket, refusals.unreachable(messageOf(error))),
        }),
    }
  }

  /**
   * Resolves when the endpoints of these keys have begun.
   *
   * @throws {EndpointMoveError} if the accounts of one could not be funded
   */
  async begin(keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.endpoints.existing(key)?.begin()
  }

  async #listen(): Promise<void> {
    const { port, host, ipc } = this.options
    if (ipc !== false && this.group !== undefined) {
      throw new ServeOptionsError('ipc', 'processes that serve a chain together have no IPC')
    }
    this.address = await (this.group === undefined
      ? listen(this.http.server, port, host)
      : this.group.join(this))
    if (ipc === false) return
    // Loaded only then, so that other servers start faster.
    const { IpcServer, ipcPath } = await import('./ipc/ipcServer.ts')
    const path = ipcPath(ipc)
    this.#ipc = await IpcServer.listen(path, this, this.rootKey ?? this.own.key)
    this.ipcPath = path
  }

  /** Loads what the first transaction needs; see `warmUp.ts`. */
  async warmUp(): Promise<void> {
    // Loaded only here: a server in a test process does not do this.
    const { warmUp } = await import('./warmUp.ts')
    await warmUp(this.chain, this.options, this, () => this.#closed !== undefined)
  }

  /**
   * Returns the endpoint of a key, and creates it if the key has none.
   *
   * @throws as `Server.endpoint`
   */
  endpoint(key: string, options: EndpointOptions = {}): ServedEndpoint {
    if (this.#closed !== undefined) {
      throw new EndpointError('SERVER_CLOSED', 'endpoint: the server is closed')
    }
    requireEndpointOptions(options)
    if (options.chain !== undefined) requireSenders(options.chain, this.options)
    const access = this.endpoints.getOrCreate(key, options)
    const { history } = this.options
    if (history !== undefined) options.chain?.keepStates(history)
    return new EndpointHandle(access, this)
  }

  /** The endpoint of a key; undefined if it was closed, also before the server was restarted with its journal. */
  existing(key: string): ServedEndpoint | undefined {
    const access = this.endpoints.existingAccess(key)
    return access && new EndpointHandle(access, this)
  }

  endpointOf({ key, endpoint }: Access): Endpoint {
    return (this.group && this.endpoints.existing(key)) ?? endpoint
  }

  /** Closes an endpoint and the connections of its clients. */
  async closeEndpoint(endpoint: Endpoint): Promise<void> {
    this.endpoints.close(endpoint)
    this.delays.endOf(endpoint)
    await this.messageConnections.closeClientsOf(endpoint)
  }

  /** Makes endpoints as they were when the server began, and disconnects their clients. */
  reset(keys: readonly string[]): void {
    this.endpoints.reset(keys, this.options.apiKeys, (endpoint) => {
      this.delays.endOf(endpoint)
      void this.messageConnections.closeClientsOf(endpoint)
    })
  }

  /** How many connections of each transport are open. */
  connections(): { readonly http: number; readonly webSocket: number } {
    const webSocket = this.webSockets.clientCount
    return { http: this.http.connectionCount - webSocket, webSocket }
  }

  async metrics(): Promise<MetricValues> {
    // Loaded when they are read first, as in the application.
    const { createMetrics } = await import('./metrics.ts')
    return createMetrics(this).getMetricsAsJSON()
  }

  /** `HOST:PORT` while the root address is served; undefined otherwise. */
  get rootAddress(): string | undefined {
    const { rootKey, endpoints, address } = this
    return rootKey !== undefined && endpoints.existing(rootKey) ? address : undefined
  }

  /** Turns the reports in the terminal on or off. */
  setLogging(isOn: boolean): void {
    if (this.#terminal !== undefined) this.#terminal.isOn = isOn
  }

  leader(key: string): Endpoint {
    return this.endpoints.leader(key)
  }

  keysOf(endpoint: Endpoint): readonly string[] {
    return this.endpoints.keysOf(endpoint)
  }

  /** Sends the responses to all requests in progress, then closes every connection and endpoint. */
  async close(): Promise<void> {
    this.delays.endAll()
    this.forks.endBeginnings()
    this.endpoints.endWaits()
    this.#closed ??= this.#closeAll()
    await this.#closed
  }

  async #closeAll(): Promise<void> {
    const { endpoints, limits } = this
    // Half of the time is left for the answers of moves that take too long.
    const patience = setTimeout(() => endpoints.endMoves(), limits.closeSeconds * 500)
    try {
      this.#ipc?.close()
      await Promise.all([this.http.close(), this.webSockets.close()])
    } finally {
      clearTimeout(patience)
      endpoints.closeAll()
      endpoints.endSearches()
      this.#terminal?.close()
      this.journal?.close(this.#hasStarted)
      await this.calls.close()
      await this.spool.close()
      endpoints.saveWitnesses()
    }
  }
}
