import type { ChainSpec } from './chain/spec.ts'
import { createChain } from './createChain.ts'
import { OmmerError } from './primitives/errors.ts'
import type { ErrorObject } from './rpc/errors.ts'
import { type Provider, ProviderRpcError } from './rpc/provider.ts'
import { serve } from './serve.ts'
import type { ServeOptions } from './server/options.ts'

// Of vitest nothing is imported, not even types: what is used of it is written down here, and any version fits that
// has it.

/** The variable by which workers, which begin after the set-up, learn where the server is. */
const VARIABLE = 'OMMER_TEST_SERVER'

/** Where a server is. */
interface Address {
  /** `http://HOST:PORT` */
  readonly http: string
  /** `ws://HOST:PORT` */
  readonly ws: string
}

/** An endpoint as a worker sees it: over the network, for the server is in another process. */
export interface TestEndpoint extends Provider {
  readonly key: string
  readonly url: string
  readonly wsUrl: string
}

/** The chain that is served, and how. */
export interface SetupOptions {
  readonly chain?: ChainSpec | undefined
  readonly serve?: Omit<ServeOptions, 'port' | 'anyKey' | 'apiKeys'> | undefined
}

/**
 * A global set-up for vitest: one server for all workers, on a free port, which gives every key that it is asked for an
 * endpoint of its own.
 *
 * @example
 * // test/globalSetup.ts, which vitest.config.ts names in `globalSetup`
 * import { ommerSetup } from 'ommer/vitest'
 * export default ommerSetup({ chain: { seed: 'my-suite', blocks: 64 } })
 */
export function ommerSetup(options: SetupOptions = {}): () => Promise<() => Promise<void>> {
  return async () => {
    const chain = await createChain(options.chain)
    const server = await serve(chain, { ...options.serve, port: 0, anyKey: true })
    const address: Address = { http: new URL(server.url).origin, ws: new URL(server.wsUrl).origin }
    process.env[VARIABLE] = JSON.stringify(address)
    return async () => {
      delete process.env[VARIABLE]
      await server.close()
    }
  }
}

/** What of vitest's context is used. */
interface TestContext {
  readonly task: { readonly id: string }
}

/** What `test.extend` takes. */
export interface OmmerFixtures {
  readonly ommer: (
    context: TestContext,
    use: (endpoint: TestEndpoint) => Promise<void>,
  ) => Promise<void>
}

/**
 * A fixture for vitest's `test.extend`: `ommer` is an endpoint of the worker's own, or with `per: 'test'` of the test's
 * own.
 *
 * @throws {OmmerError} in the test, where the set-up is missing
 *
 * @example
 * import { test as base } from 'vitest'
 * import { ommerFixtures } from 'ommer/vitest'
 * const test = base.extend(ommerFixtures({ per: 'test' }))
 * test('reads the head', async ({ ommer }) => { ommer.url })
 */
export function ommerFixtures({
  per = 'worker',
}: {
  readonly per?: 'worker' | 'test'
} = {}): OmmerFixtures {
  return {
    // Vitest reads in the source of the function what it wants of the context.
    ommer: async ({ task }, use) => {
      const worker = `worker-${process.env.VITEST_POOL_ID ?? '0'}`
      const key =
        per === 'worker' ? worker : `${worker}-test-${task.id.replaceAll(/[^\w.-]/g, '_')}`
      await use(testEndpoint(key))
    },
  }
}

/**
 * An endpoint of the server that `ommerSetup` has started, by any key.
 *
 * @throws {OmmerError} where the set-up is missing
 */
export function testEndpoint(key: string): TestEndpoint {
  const variable = process.env[VARIABLE]
  if (variable === undefined) {
    const problem = `${VARIABLE} is not set: name a file in vitest's globalSetup that exports ommerSetup()`
    throw new OmmerError('NO_TEST_SERVER', problem)
  }
  const { http, ws }: Address = JSON.parse(variable)
  const url = `${http}/v3/${key}`
  return {
    key,
    url,
    wsUrl: `${ws}/ws/v3/${key}`,
    async request({ method, params = [] }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      const answer = (await response.json()) as { result?: unknown; error?: ErrorObject }
      if (answer.error !== undefined) throw new ProviderRpcError(answer.error, {})
      return answer.result
    },
  }
}
