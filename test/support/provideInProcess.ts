import { setTimeout as delay } from 'node:timers/promises'
import type { Dialect } from '../../src/endpoint/dialects/dialect.ts'
import { infura } from '../../src/endpoint/dialects/infura.ts'
import type { Endpoint } from '../../src/endpoint/endpoint.ts'
import type { Dispatcher } from '../../src/rpc/dispatcher.ts'
import {
  InProcessProvider,
  inProcessService,
  type ProviderOptions,
} from '../../src/rpc/provider.ts'

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
