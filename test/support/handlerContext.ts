import type { Chain } from '../../src/chain/chain.ts'
import { Dispatcher, type MethodCaller } from '../../src/rpc/dispatcher.ts'
import type { Gate } from '../../src/rpc/gate.ts'
import { InFlight } from '../../src/rpc/inFlight.ts'
import { RpcService } from '../../src/rpc/rpcService.ts'
import { ClientMemory } from '../../src/server/clientMemory.ts'
import { EndpointRegistry } from '../../src/server/endpointRegistry.ts'
import { Delays } from '../../src/server/faults/delays.ts'
import type { HandlerContext } from '../../src/server/handlerContext.ts'
import { MessageConnections } from '../../src/server/messageConnections.ts'
import { OriginRule } from '../../src/server/originRule.ts'
import { ReadTurns } from '../../src/server/readTurns.ts'
import { Refuser } from '../../src/server/refuser.ts'
import { resolveServeOptions } from '../../src/server/resolveServeOptions.ts'

interface ContextOptions {
  /** by default those of a server */
  readonly limits?: Partial<HandlerContext['limits']>
  readonly gate?: Gate
  /** by default one that has all methods */
  readonly dispatcher?: MethodCaller
}

/** The context of all handlers, with any key accepted. */
export function handlerContext(
  chain: Chain,
  { limits: given = {}, gate, dispatcher: caller }: ContextOptions = {},
): HandlerContext & { readonly dispatcher: Dispatcher } {
  const limits = { ...resolveServeOptions({}).limits, ...given }
  const endpoints = new EndpointRegistry(chain, { dialect: 'infura', anyKey: true })
  const observer = { answered() {}, refused() {} }
  const turns = new ReadTurns()
  const inFlight = new InFlight(limits.requestsInFlight)
  const onInternalError = (): void => {}
  const dispatcher = new Dispatcher({
    methods: 'all',
    clientVersion: 'test',
    version: '1.2.3',
    cacheBytes: 1_000_000,
    logLimits: { rangeMax: 1000, resultsMax: 10_000, bytesMax: 1_000_000 },
  })
  return {
    endpoints,
    rootKey: undefined,
    pageKey: undefined,
    limits,
    dispatcher,
    rpc: new RpcService({
      dispatcher: caller ?? dispatcher,
      gate,
      observer,
      inFlight,
      onInternalError,
      valuesMax: limits.requestValues,
      batchSizeMax: limits.batchSize,
      answerBytesMax: limits.answerBytes,
    }),
    inFlight,
    memory: new ClientMemory({
      bytesMax: limits.clientBytes,
      close: (socket) => socket.destroy(),
    }),
    messageConnections: new MessageConnections(limits.closeSeconds),
    turns,
    refuser: new Refuser(observer, turns),
    delays: new Delays(),
    originRule: new OriginRule({ host: '127.0.0.1', cors: [] }),
    hasExplorer: false,
    onInternalError,
  }
}
