import { setTimeout as delay } from 'node:timers/promises'
import type { Dialect } from '../../src/endpoint/dialects/dialect.ts'
import { infura } from '../../src/endpoint/dialects/infura.ts'
import type { Endpoint } from '../../src/endpoint/endpoint.ts'
import { Dispatcher, type DispatcherOptions } from '../../src/rpc/dispatcher.ts'
import {
  InProcessProvider,
  inProcessService,
  type ProviderOptions,
} from '../../src/rpc/provider.ts'

/** A dispatcher of all methods. */
export function createTestDispatcher(options: Partial<DispatcherOptions> = {}): Dispatcher {
  return new Dispatcher({
    methods: 'all',
    clientVersion: 'test',
    version: '1.2.3',
    cacheBytes: 1_000_000,
    logLimits: { rangeMax: 1000, resultsMax: 10_000, bytesMax: 1e8 },
    ...options,
  })
}

/** A provider of an endpoint without a server, by default in the dialect `infura`. An internal error fails the test. */
export function provideInProcess(
  endpoint: Endpoint,
  dispatcher: Dispatcher,
  { dialect = infura, ...given }: Partial<ProviderOptions> & { dialect?: Dialect } = {},
): InProcessProvider {
  const options: ProviderOptions = {
    dispatcher,
    delay,
    subscriptionsMax: 10,
    onInternalError(error) {
      throw error
    },
    ...given,
  }
  const access = { key: endpoint.key, endpoint, dialect }
  return new InProcessProvider(access, inProcessService(options), options)
}
