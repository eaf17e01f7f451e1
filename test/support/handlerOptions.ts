import type { Chain } from '../../src/chain/chain.ts'
import { Dispatcher } from '../../src/rpc/dispatcher.ts'
import { InFlight } from '../../src/rpc/inFlight.ts'
import type { Observer } from '../../src/rpc/observer.ts'
import { ClientMemory } from '../../src/server/clientMemory.ts'
import { EndpointRegistry } from '../../src/server/endpointRegistry.ts'
import { Delays } from '../../src/server/faults/delays.ts'
import { OriginRule } from '../../src/server/originRule.ts'
import { ReadTurns } from '../../src/server/readTurns.ts'
import { Refuser } from '../../src/server/refuser.ts'
import type { WebSocketOptions } from '../../src/server/webSocketHandler.ts'

/** Options of both handlers, with limits that no test reaches and any key accepted. */
export function handlerOptions(chain: Chain): WebSocketOptions {
  const endpoints = new EndpointRegistry(chain, { dialect: 'infura', anyKey: true })
  const observer: Observer = { answered() {}, refused() {} }
  const turns = new ReadTurns()
  return {
    endpoints,
    observer,
    dispatcher: new Dispatcher({
      methods: 'all',
      clientVersion: 'test',
      version: '1.2.3',
      cacheBytes: 1_000_000,
      logLimits: { rangeMax: 1000, resultsMax: 10_000, bytesMax: 1_000_000 },
    }),
    refuser: new Refuser(observer, turns),
    inFlight: new InFlight(1000),
    turns,
    originRule: new OriginRule({ host: '127.0.0.1', cors: [] }),
    delays: new Delays(),
    requestBytesMax: 1_000_000,
    valuesMax: 50_000,
    batchSizeMax: 1000,
    answerBytesMax: 10_000_000,
    backlogBytesMax: 1_000_000,
    queuedBytesMax: 1_000_000,
    memory: new ClientMemory({ bytesMax: 100_000_000, close: (socket) => socket.destroy() }),
    heartbeatSeconds: 30,
    subscriptionsMax: 100,
    closeSeconds: 10,
    onInternalError: () => {},
  }
}
