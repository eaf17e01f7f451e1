import type { OmmerTestOptions, WithOmmer } from './ommerTest.ts'
import { type ProcessSetup, processSetup } from './processSetup.ts'
import { createWithOmmer } from './runner.ts'
import type { SetupOptions } from './setupOptions.ts'

export * from './ommerTest.ts'

/** The exports of a file that mocha requires. */
export interface OmmerMochaSetup {
  readonly mochaGlobalSetup: () => Promise<void>
  readonly mochaGlobalTeardown: () => Promise<void>
}

/** The context of a test, as far as it is used. */
interface MochaContext {
  readonly test?: { fullTitle(): string; readonly file?: string }
}

/**
 * The global fixtures for mocha: one server for all tests, also for those that run in parallel.
 *
 * @throws {OmmerError} in the set-up, if an option is invalid, or the chain or the server cannot be created
 *
 * @example
 * // test/ommer.cjs, which .mocharc.json names in `require`
 * module.exports = require('ommer/mocha').ommerSetup({ chain: { seed: 'my-suite', blocks: 64 } })
 */
export function ommerSetup(options: SetupOptions = {}): OmmerMochaSetup {
  const { setUp, tearDown }: ProcessSetup = processSetup()
  return { mochaGlobalSetup: () => setUp(options), mochaGlobalTeardown: tearDown }
}

/**
 * Gives each test its own endpoint.
 *
 * @throws {OmmerError} INVALID_OPTION; in the test, if the set-up is missing or the endpoint cannot be created
 *
 * @example
 * const withOmmer = ommerTest({ endpoint: { dialect: 'geth' } })
 * it('survives a reorg', withOmmer(async ({ ommer }) => {
 *   const indexer = new Indexer(ommer.url)
 *   await ommer.reorg({ depth: 3 })
 * }))
 */
export function ommerTest(options: OmmerTestOptions = {}): WithOmmer {
  return createWithOmmer(options, (self) => {
    const { test } = (self ?? {}) as MochaContext
    return { file: test?.file, name: test?.fullTitle() }
  })
}
