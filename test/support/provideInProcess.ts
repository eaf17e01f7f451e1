import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '../../src/endpoint/endpoint.ts'
import type { Dispatcher } from '../../src/rpc/dispatcher.ts'
import { InProcessProvider, type ProviderOptions } from '../../src/rpc/provider.ts'

/** A provider of an endpoint that no server has. An error of ours ends the test. */
export function provideInProcess(
  endpoint: Endpoint,
  dispatcher: Dispatcher,
  options: Partial<ProviderOptions> = {},
): InProcessProvider {
  return new InProcessProvider(endpoint, dispatcher, {
    delay,
    subscriptionsMax: 10,
    onInternalError(error) {
      throw error
    },
    ...options,
  })
}
