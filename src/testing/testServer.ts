import { resolve } from 'node:path'
import type { Chain } from '../chain/chain.ts'
import type { ForkOptions } from '../fork/forkOptions.ts'
import { OmmerError } from '../primitives/errors.ts'
import { isLoopback } from '../server/loopback.ts'
import { CleanUps } from './cleanUps.ts'
import type { ServerAddress } from './remoteEndpoint.ts'
import { createTestChain, resolveSetupOptions, type SetupOptions } from './setupOptions.ts'
import { shareChain } from './shareChain.ts'

/** No test uses this key, so its endpoint exists as long as the server. */
const OWN_KEY = 'ommer-setup'

/** A server for tests, with an endpoint for every key that a client uses. */
export interface TestServer {
  readonly chain: Chain
  readonly address: ServerAddress
  /** Replaces the server by a new one, on another port, with all endpoints in their initial state. */
  restart(): Promise<void>
  /** @throws if it fails; an AggregateError if several parts fail */
  close(): Promise<void>
}

/**
 * Starts a server for tests on a free port. If it fails, nothing stays open.
 *
 * @param caller the function in whose name errors are reported
 * @param isShared whether tests in other processes read the chain
 * @throws {OmmerError} if an option is invalid, or the chain or the server cannot be created
 */
export async function startTestServer(
  given: SetupOptions,
  { caller = 'ommerSetup', isShared = true } = {},
): Promise<TestServer> {
  const cleanUps = new CleanUps()
  return cleanUps
    .unless(async () => {
      const options = resolveSetupOptions(given, caller)
      const { requireSetupServeOptions } = await import('./setupServeOptions.ts')
      requireSetupServeOptions(options.serve, caller)
      const [chain, { moves }, { serve }] = await Promise.all([
        options.fork ? forkNetwork(options.fork) : createTestChain(options.chain),
        import('../moves/moveRegistry.ts'),
        import('../serve.ts'),
      ])
      const host = options.serve?.host ?? '127.0.0.1'
      const token = isLoopback(host) ? undefined : crypto.randomUUID()
      const names = moves.map(({ name }) => name)
      const start = async () => {
        const control = token === undefined ? true : { token }
        const own = { port: 0, apiKeys: [OWN_KEY], anyKey: true, control }
        const server = await serve(chain, { ...options.serve, ...own })
        const [http, ws] = [new URL(server.url).origin, new URL(server.wsUrl).origin]
        return { server, address: { http, ws, token, ownKey: OWN_KEY, moves: names } }
      }
      let running = await start()
      cleanUps.add(() => running.server.close())
      // Workers may run in another folder.
      const pictures = options.pictures && resolve(options.pictures)
      const folder = isShared ? await shareChain(chain, cleanUps) : undefined
      return {
        chain,
        get address() {
          return { ...running.address, chainFolder: folder, pictures }
        },
        async restart() {
          const { server } = running
          running = await start()
          await server.close()
        },
        close: () => cleanUps.run(),
      }
    })
    .catch((error: unknown) => throwInOneLine(error, caller))
}

async function forkNetwork(options: ForkOptions): Promise<Chain> {
  return (await import('../fork/openFork.ts')).openFork(options)
}

/** Test runners print the stack of an error in a set-up, with code around it; only the message helps here. */
function throwInOneLine(error: unknown, caller: string): never {
  if (!(error instanceof OmmerError)) throw error
  const { message } = error
  const named = message.startsWith(`${caller}: `) ? message : `${caller}: ${message}`
  const plain = new OmmerError(error.code, named)
  plain.stack = `${plain.name}: ${plain.message}`
  throw plain
}
