import * as v from 'valibot'
import { consistent, type InputsOf, object, oneOf, readInput } from '../primitives/input.ts'
import { TEST_SERVER_VARIABLE } from '../primitives/ownVariables.ts'
import { CleanUps } from './cleanUps.ts'
import { addPicture } from './failurePicture.ts'
import type { RemoteEndpoint } from './remoteEndpoint.ts'
import { invalidOption, type SetupOptions } from './setupOptions.ts'
import { type TestEndpoint, testEndpoint } from './testEndpoint.ts'
import { type TestEndpointOptions, testEndpointOptions } from './testEndpointOptions.ts'
import { type TestTask, testKey } from './testKey.ts'

// A module that exports what these functions return has these types in its declarations, and needs names for them.
export { type RemoteEndpoint, type SetupOptions, type TestEndpoint, type TestTask, testEndpoint }

// Nothing is imported from vitest, not even types: its parts used here are declared here, so that any version that has
// them works. Only the set-up loads the code that creates and serves chains, because loading it would slow down each
// worker.

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
    const { startTestServer } = await import('./testServer.ts')
    const environment = environmentOf(project)
    const server = await startTestServer(options)
    const announce = () => {
      environment[TEST_SERVER_VARIABLE] = JSON.stringify(server.address)
    }
    announce()
    project?.onTestsRerun?.(async () => {
      // If only closing the old server fails, the new one is used.
      await server.restart().finally(announce)
    })
    return async () => {
      delete environment[TEST_SERVER_VARIABLE]
      await server.close()
    }
  }
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
  readonly endpoint?: TestEndpointOptions | undefined
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
      const useAndDraw = async (used: TestEndpoint): Promise<void> => {
        // Vitest settles this when the test is over, and reports its failure elsewhere.
        await use(used)
        const [failure] = task.result?.errors ?? []
        if (failure !== undefined) await addPicture(used, failure)
      }
      if (per === 'worker') {
        return useAndDraw(testEndpoint(`worker-${process.env.VITEST_POOL_ID ?? '0'}`))
      }
      const renewed = testEndpoint(testKey(task))
      await renewed.renew(endpoint)
      const cleanUps = new CleanUps()
      cleanUps.add(() => renewed.close())
      await cleanUps.after(() => useAndDraw(renewed))
    },
  }
}

const fixtureOptions = v.pipe(
  object(
    {
      per: v.optional(oneOf('worker', 'test'), 'worker'),
      endpoint: v.optional(testEndpointOptions),
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
  return readInput(fixtureOptions, options, '', invalidOption('ommerFixtures'))
}
