import * as v from 'valibot'
import type { ChainSpec } from '../chain/spec/spec.ts'
import { OmmerError } from '../primitives/errors.ts'
import {
  checkedElsewhere,
  consistent,
  type InputsOf,
  object,
  oneOf,
  readInput,
} from '../primitives/input.ts'
import { isWellFormedKey } from '../server/apiKey.ts'
import type { EndpointOptions } from '../server/endpointOptions.ts'
import { isLoopback } from '../server/loopback.ts'
import type { ServeOptions } from '../server/options.ts'
import { RemoteEndpoint, type ServerAddress } from './remoteEndpoint.ts'
import { type TestTask, testKey } from './testKey.ts'

// A module that exports what these functions return has these types in its declarations, and needs names for them.
export type { RemoteEndpoint, TestTask }

// Nothing is imported from vitest, not even types: its parts used here are declared here, so that any version that has
// them works. Only the set-up loads the code that creates and serves chains, because loading it would slow down each
// worker.

/** The variable in which workers, which start after the set-up, find the address of the server. */
const VARIABLE = 'OMMER_TEST_SERVER'

/** No test uses this key, so its endpoint exists as long as the server. */
const OWN_KEY = 'ommer-setup'

/** An endpoint as a worker sees it: over the network, because the server runs in another process. */
export type TestEndpoint = RemoteEndpoint

/** The served chain, and the options of the server. */
export interface SetupOptions {
  readonly chain?: ChainSpec | undefined
  readonly serve?: Omit<ServeOptions, 'port' | 'anyKey' | 'apiKeys' | 'control'> | undefined
}

type Environment = Record<string, string | undefined>

/** The argument of a set-up, as far as it is used; older versions pass less. */
export interface TestProject {
  isRootProject?(): boolean
  readonly config?: { readonly env?: Environment }
  onTestsRerun?(listener: () => Promise<void>): void
}

/**
 * A global set-up for vitest: one server for all workers, on a free port, with an endpoint for every key that a client
 * uses. In watch mode, each run starts with all endpoints in their initial state. A project with its own set-up has its
 * own server.
 *
 * @throws {OmmerError} in the set-up, if the chain or the server cannot be created
 *
 * @example
 * // test/globalSetup.ts, which vitest.config.ts names in `globalSetup`
 * import { ommerSetup } from 'ommer/vitest'
 * export default ommerSetup({ chain: { seed: 'my-suite', blocks: 64 } })
 */
export function ommerSetup(
  options: SetupOptions = {},
): (project?: TestProject) => Promise<() => Promise<void>> {
  return async (project) => {
    const [{ createChain }, { moves }, { serve }] = await Promise.all([
      import('../createChain.ts'),
      import('../moves/registry.ts'),
      import('../serve.ts'),
    ])
    const names = moves.map(({ name }) => name)
    const environment = environmentOf(project)
    const chain = await createChain(options.chain).catch(throwInOneLine)
    const token = isLoopback(options.serve?.host ?? '127.0.0.1') ? undefined : crypto.randomUUID()
    const start = async () => {
      const server = await serve(chain, {
        ...options.serve,
        port: 0,
        apiKeys: [OWN_KEY],
        anyKey: true,
        control: token === undefined ? true : { token },
      })
      const [http, ws] = [new URL(server.url).origin, new URL(server.wsUrl).origin]
      const address: ServerAddress = { http, ws, token, ownKey: OWN_KEY, moves: names }
      environment[VARIABLE] = JSON.stringify(address)
      return server
    }
    let server = await start().catch(throwInOneLine)
    project?.onTestsRerun?.(async () => {
      const used = server
      server = await start()
      await used.close()
    })
    return async () => {
      delete environment[VARIABLE]
      await server.close()
    }
  }
}

/** Vitest prints the stack of an error in a set-up, with code around it; only the message helps here. */
function throwInOneLine(error: unknown): never {
  if (!(error instanceof OmmerError)) throw error
  const plain = new OmmerError(error.code, `ommerSetup: ${error.message}`)
  plain.stack = `${plain.name}: ${plain.message}`
  throw plain
}

/** The environment of a project's workers. The set-up of the root project serves all projects. */
function environmentOf(project: TestProject | undefined): Environment {
  const isOwn = project?.isRootProject?.() === false
  return (isOwn ? project?.config?.env : undefined) ?? process.env
}

/** Vitest's context, as far as it is used. */
export interface TestContext {
  readonly task: TestTask
}

/** Which tests share an endpoint, and its options. */
export interface OmmerFixtureOptions {
  /** Default `'worker'`. */
  readonly per?: 'worker' | 'test' | undefined
  /**
   * The initial state of each endpoint: dialect, head, lag, finality, faults. With `per: 'test'` only: the tests of a
   * worker share an endpoint, whose initial state `serve` of the set-up determines.
   */
  readonly endpoint?: EndpointOptions | undefined
}

/** The argument of `test.extend`. */
export interface OmmerFixtures {
  readonly ommer: (
    context: TestContext,
    use: (endpoint: TestEndpoint) => Promise<void>,
  ) => Promise<void>
}

/**
 * A fixture for vitest's `test.extend`: `ommer` is an endpoint of the worker, which its tests share; or with `per:
 * 'test'` an endpoint of the test, which is created for each attempt and closed after it. Its key consists of the file
 * and the name of the test, so it is the same in each run, and so are its faults.
 *
 * @throws {OmmerError} INVALID_OPTION if an option is invalid; in the test, if the set-up is missing or the endpoint
 *   cannot be created
 *
 * @example
 * import { test as base } from 'vitest'
 * import { ommerFixtures } from 'ommer/vitest'
 * const test = base.extend(ommerFixtures({ per: 'test', endpoint: { dialect: 'geth' } }))
 * test('survives a reorg', async ({ ommer }) => {
 *   const indexer = new Indexer(ommer.url)
 *   await ommer.reorg({ depth: 3 })
 * })
 */
export function ommerFixtures(options: OmmerFixtureOptions = {}): OmmerFixtures {
  const { per, endpoint } = resolveFixtureOptions(options)
  return {
    // Vitest finds out from the source of the function which fixtures it uses.
    ommer: async ({ task }, use) => {
      if (per === 'worker') return use(testEndpoint(`worker-${process.env.VITEST_POOL_ID ?? '0'}`))
      const renewed = testEndpoint(await testKey(task))
      await renewed.renew(endpoint)
      try {
        await use(renewed)
      } finally {
        await renewed.close()
      }
    },
  }
}

const fixtureOptions = v.pipe(
  object(
    {
      per: v.optional(oneOf('worker', 'test'), 'worker'),
      // The server checks them when it creates the endpoint.
      endpoint: v.optional(checkedElsewhere<EndpointOptions>()),
    } satisfies InputsOf<OmmerFixtureOptions>,
    { member: 'option', wanted: "an object such as { per: 'test' }" },
  ),
  consistent(({ per, endpoint }) =>
    per === 'worker' && endpoint !== undefined
      ? {
          path: ['endpoint'],
          problem: "want per: 'test' beside it, because the tests of a worker share an endpoint",
        }
      : undefined,
  ),
)

function resolveFixtureOptions(options: OmmerFixtureOptions) {
  return readInput(fixtureOptions, options, '', (path, problem) => {
    const where = path === '' ? '' : `${path}: `
    return new OmmerError('INVALID_OPTION', `ommerFixtures: ${where}${problem}`)
  })
}

/**
 * An endpoint of the server that `ommerSetup` started, by any key.
 *
 * @throws {OmmerError} if the set-up is missing, or the key is not well-formed
 */
export function testEndpoint(key: string): TestEndpoint {
  const variable = process.env[VARIABLE]
  if (variable === undefined) {
    const problem = `${VARIABLE} is not set: name a file in vitest's globalSetup that exports ommerSetup()`
    throw new OmmerError('NO_TEST_SERVER', problem)
  }
  if (!isWellFormedKey(key)) {
    throw new OmmerError('INVALID_KEY', 'key: want 1 to 128 letters, digits, "_", "." and "-"')
  }
  return new RemoteEndpoint(key, JSON.parse(variable) as ServerAddress)
}
