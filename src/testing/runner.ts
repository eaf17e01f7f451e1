import { relative } from 'node:path'
import * as v from 'valibot'
import { type InputsOf, object, readInput } from '../primitives/input.ts'
import { CleanUps } from './cleanUps.ts'
import { addPicture } from './failurePicture.ts'
import type { OmmerTestOptions, WithOmmer } from './ommerTest.ts'
import { invalidOption } from './setupOptions.ts'
import { testEndpoint } from './testEndpoint.ts'
import { testEndpointOptions } from './testEndpointOptions.ts'
import { keyOfTest } from './testKey.ts'

/** A test that is beginning, as far as its runner tells. */
export interface BeginningTest {
  /** the path of its file */
  readonly file?: string | undefined
  /** with those of the suites that contain it */
  readonly name?: string | undefined
}

export const testInputs = {
  endpoint: v.optional(testEndpointOptions),
} satisfies InputsOf<OmmerTestOptions>

const testOptions = object(testInputs, {
  member: 'option',
  wanted: "an object such as { endpoint: { dialect: 'geth' } }",
})

/** The keys of the tests that are running in this process. */
const keysInUse = new Set<string>()

/**
 * What `ommerTest` does for a test runner that calls plain functions: jest, mocha and node:test.
 *
 * @param beginning says which test is beginning, from what the runner gives it
 * @throws {OmmerError} INVALID_OPTION
 */
export function createWithOmmer(
  options: OmmerTestOptions,
  beginning: (self: unknown, args: readonly unknown[]) => BeginningTest,
): WithOmmer {
  const { endpoint } = readInput(testOptions, options, '', invalidOption('ommerTest'))
  return (test) =>
    // Test runners take a function with parameters for one that calls back.
    async function (...args) {
      const { file = '', name = '' } = beginning(this, args)
      const key = unusedKey(keyOfTest(relative(process.cwd(), file), [name]))
      keysInUse.add(key)
      const cleanUps = new CleanUps()
      cleanUps.add(() => keysInUse.delete(key))
      await cleanUps.after(async () => {
        const ommer = testEndpoint(key)
        await ommer.renew(endpoint)
        cleanUps.add(() => ommer.close())
        try {
          await test.call(this, { ommer }, ...args)
        } catch (error) {
          await addPicture(ommer, error)
          throw error
        }
      })
    }
}

/** Tests of the same name may run beside each other. */
function unusedKey(key: string): string {
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? key : `${key}-${count}`
    if (!keysInUse.has(numbered)) return numbered
  }
}
