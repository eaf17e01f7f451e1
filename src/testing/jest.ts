import type { OmmerTestOptions, WithOmmer } from './ommerTest.ts'
import { type ProcessSetup, processSetup } from './processSetup.ts'
import { createWithOmmer } from './runner.ts'
import type { SetupOptions } from './setupOptions.ts'

export * from './ommerTest.ts'

/** What jest's `expect` knows of the current test. */
interface JestState {
  readonly currentTestName?: string
  readonly testPath?: string
}

const holder = globalThis as {
  /** jest loads the set-up and the tear-down as modules that share nothing else */
  ommerJestSetup?: ProcessSetup
  readonly expect?: { getState?(): JestState }
}

/**
 * The global set-up for jest: one server for all workers. `ommerTeardown` closes it.
 *
 * @throws {OmmerError} in the set-up, if an option is invalid, or the chain or the server cannot be created
 *
 * @example
 * // ommer.setup.js, which the configuration names in `globalSetup`
 * module.exports = require('ommer/jest').ommerSetup({ chain: { seed: 'my-suite', blocks: 64 } })
 * // ommer.teardown.js, which it names in `globalTeardown`
 * module.exports = require('ommer/jest').ommerTeardown
 */
export function ommerSetup(options: SetupOptions = {}): () => Promise<void> {
  return async () => {
    holder.ommerJestSetup ??= processSetup()
    await holder.ommerJestSetup.setUp(options)
  }
}

/** The global tear-down for jest. */
export async function ommerTeardown(): Promise<void> {
  await holder.ommerJestSetup?.tearDown()
}

/**
 * Gives each test its own endpoint.
 *
 * @throws {OmmerError} INVALID_OPTION; in the test, if the set-up is missing or the endpoint cannot be created
 *
 * @example
 * const withOmmer = ommerTest({ endpoint: { dialect: 'geth' } })
 * test('survives a reorg', withOmmer(async ({ ommer }) => {
 *   const indexer = new Indexer(ommer.url)
 *   await ommer.reorg({ depth: 3 })
 * }))
 */
export function ommerTest(options: OmmerTestOptions = {}): WithOmmer {
  return createWithOmmer(options, () => {
    const { currentTestName, testPath } = holder.expect?.getState?.() ?? {}
    return { file: testPath, name: currentTestName }
  })
}
