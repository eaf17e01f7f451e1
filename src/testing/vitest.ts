import type { ChainSpec } from '../chain/spec/spec.ts'
import { OmmerError } from '../primitives/errors.ts'
import { unknownMember } from '../primitives/unknownMember.ts'
import { isWellFormedKey } from '../server/apiKey.ts'
import type { EndpointOptions } from '../server/endpointOptions.ts'
import { isLoopback } from '../server/loopback.ts'
import type { ServeOptions } from '../server/options.ts'
import { RemoteEndpoint, type ServerAddress } from './remoteEndpoint.ts'
import { type TestTask, testKey } from './testKey.ts'

// Whoever exports what is made here has these in declarations of their own, and needs names for them.
export type { RemoteEndpoint, TestTask }

// Of vitest nothing is imported, not even types: what is used of it is written down here, and any version fits that
// has it. What makes and serves chains is loaded by the set-up alone: each worker would wait for it.

/** The variable by which workers, which begin after the set-up, learn where the server is. */
const VARIABLE = 'OMMER_TEST_SERVER'

/** No test asks for it: it is there as long as the server is. */
const OWN_KEY = 'ommer-setup'

/** An endpoint as a worker sees it: over the network, for the server is in another process. */
export type TestEndpoint = RemoteEndpoint

/** The chain that is served, and how. */
export interface SetupOptions {
  readonly chain?: ChainSpec | undefined
  readonly serve?: Omit<ServeOptions, 'port' | 'anyKey' | 'apiKeys' | 'control'> | undefined
}

type Environment = Record<string, string | undefined>

/** What is used of what vitest hands to a set-up; older versions hand over less. */
export interface TestProject {
  isRootProject?(): boolean
  readonly config?: { readonly env?: Environment }
  onTestsRerun?(listener: () => Promise<void>): void
}

/**
 * A global set-up for vitest: one server for all workers, on a free port, which gives every key that it is asked for an
 * endpoint of its own. In watch mode each run finds all endpoints as they were at first. A project that names a set-up of
 * its own has a server of its own.
 *
 * @throws {OmmerError} in the set-up, where chain or server cannot be had as asked
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

/** Vitest prints the stack of what a set-up throws, and code around it: here the line is all that helps. */
function throwInOneLine(error: unknown): never {
  if (!(error instanceof OmmerError)) throw error
  const plain = new OmmerError(error.code, `ommerSetup: ${error.message}`)
  plain.stack = `${plain.name}: ${plain.message}`
  throw plain
}

/** Where the workers of a project look: those of the root project's set-up serve all projects. */
function environmentOf(project: TestProject | undefined): Environment {
  const isOwn = project?.isRootProject?.() === false
  return (isOwn ? project?.config?.env : undefined) ?? process.env
}

/** What of vitest's context is used. */
export interface TestContext {
  readonly task: TestTask
}

/** Whose the endpoint is, and how it begins. */
export interface OmmerFixtureOptions {
  /** Default `'worker'`. */
  readonly per?: 'worker' | 'test' | undefined
  /**
   * How each begins: dialect, head, lag, finality, faults. With `per: 'test'` only: the tests of a worker share an
   * endpoint, which begins as `serve` of the set-up has it.
   */
  readonly endpoint?: EndpointOptions | undefined
}

/** What `test.extend` takes. */
export interface OmmerFixtures {
  readonly ommer: (
    context: TestContext,
    use: (endpoint: TestEndpoint) => Promise<void>,
  ) => Promise<void>
}

/**
 * A fixture for vitest's `test.extend`: `ommer` is an endpoint of the worker's own, which its tests share; or with
 * `per: 'test'` of the test's own, which begins anew with each attempt and is closed after it. Its key is made of file
 * and name of the test: it is the same in each run, so the same faults befall it.
 *
 * @throws {OmmerError} INVALID_OPTION where an option is wrong; in the test, where the set-up is missing or the endpoint
 *   cannot be made as asked
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
    // Vitest reads in the source of the function what it wants of the context.
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

function resolveFixtureOptions(options: OmmerFixtureOptions) {
  const { per = 'worker', endpoint } = options
  const problem =
    unknownMember(options, ['per', 'endpoint']) ??
    (per !== 'worker' && per !== 'test' ? `per: '${per}' is none of: worker, test` : undefined) ??
    (per === 'worker' && endpoint !== undefined
      ? "endpoint: want per: 'test' beside it, as the tests of a worker share one"
      : undefined)
  if (problem !== undefined) throw new OmmerError('INVALID_OPTION', `ommerFixtures: ${problem}`)
  return { per, endpoint }
}

/**
 * An endpoint of the server that `ommerSetup` has started, by any key.
 *
 * @throws {OmmerError} where the set-up is missing, or the key is none
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
