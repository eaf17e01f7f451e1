import { after, before } from 'node:test'
import { type InputsOf, object, readInput } from '../primitives/input.ts'
import type { OmmerTestOptions, WithOmmer } from './ommerTest.ts'
import { createWithOmmer, testInputs } from './runner.ts'
import { invalidOption, type SetupOptions, setupInputs } from './setupOptions.ts'
import { useOwnServer } from './testEndpoint.ts'
import { startTestServer, type TestServer } from './testServer.ts'

export * from './ommerTest.ts'

/** The chain, the options of the server, and those of the endpoints. */
export interface OmmerNodeTestOptions extends SetupOptions, OmmerTestOptions {}

const nodeTestOptions = object(
  { ...setupInputs, ...testInputs } satisfies InputsOf<OmmerNodeTestOptions>,
  { member: 'option', wanted: 'an object such as { chain: { blocks: 64 } }' },
)

/** The argument of a test, as far as it is used; older versions of Node pass less. */
interface NodeTestContext {
  readonly name?: string
  readonly fullName?: string
}

/**
 * Gives each test of a file its own endpoint. node:test runs each file in a process of its own, so each has a server,
 * which starts before the first test and is closed after the last one.
 *
 * @throws {OmmerError} INVALID_OPTION at once; before the first test, if the chain or the server cannot be created
 *
 * @example
 * import { test } from 'node:test'
 * import { ommerTest } from 'ommer/node-test'
 * const withOmmer = ommerTest({ chain: { seed: 'my-suite', blocks: 64 } })
 * test('survives a reorg', withOmmer(async ({ ommer }) => {
 *   const indexer = new Indexer(ommer.url)
 *   await ommer.reorg({ depth: 3 })
 * }))
 */
export function ommerTest(options: OmmerNodeTestOptions = {}): WithOmmer {
  const { endpoint, ...setup } = readInput(nodeTestOptions, options, '', invalidOption('ommerTest'))
  let server: TestServer | undefined
  before(async () => {
    server = await startTestServer(setup, { caller: 'ommerTest', isShared: false })
    const { address, chain } = server
    useOwnServer({ address, source: { chain, refresh() {} } })
  })
  after(async () => {
    useOwnServer(undefined)
    await server?.close()
  })
  return createWithOmmer({ endpoint }, (_, [context]) => {
    const { name, fullName = name } = (context ?? {}) as NodeTestContext
    return { file: process.argv[1], name: fullName }
  })
}
