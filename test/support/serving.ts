import { afterAll, onTestFinished } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createChain } from '../../src/chain/createChain.ts'
import type { ChainSpec } from '../../src/chain/spec/spec.ts'
import type { Provider } from '../../src/rpc/provider.ts'
import type { ServeOptions } from '../../src/server/options.ts'
import { type Server, serve } from '../../src/server/serve.ts'

/** Calls a method in process. @throws {ProviderRpcError} the error of the response */
export function ask<Result = unknown>(
  { request }: Pick<Provider, 'request'>,
  method: string,
  ...params: readonly unknown[]
): Promise<Result> {
  return request({ method, params }) as Promise<Result>
}

interface ServedChain {
  readonly server: Server
  readonly chain: Chain
  /** Calls a method of the server in process. */
  readonly ask: <Result = unknown>(method: string, ...params: readonly unknown[]) => Promise<Result>
}

/** Serves a chain, or that of a spec, until the last test of the file or of the group has run. */
export async function serveForTests(
  served: Chain | ChainSpec,
  options: ServeOptions = {},
): Promise<ServedChain> {
  const chain = 'tree' in served ? served : await createChain(served)
  const server = await serve(chain, { port: 0, ...options })
  afterAll(() => server.close())
  return { server, chain, ask: (method, ...params) => ask(server, method, ...params) }
}

/** Serves a chain until the test has finished. */
export async function serveInTest(chain: Chain, options: ServeOptions = {}): Promise<Server> {
  const server = await serve(chain, { port: 0, ...options })
  onTestFinished(() => server.close())
  return server
}
