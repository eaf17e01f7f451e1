import * as v from 'valibot'
import { checkedElsewhere, type InputsOf, object, readInput } from '../primitives/input.ts'
import type { EndpointOptions } from '../server/endpointOptions.ts'
import { CleanUps } from './cleanUps.ts'
import { addPicture } from './failurePicture.ts'
import { invalidOption } from './setupOptions.ts'
import { type TestEndpoint, testEndpoint } from './testEndpoint.ts'

/** Options for the endpoints of tests. */
export interface OmmerTestOptions {
  /** The initial state of each endpoint: dialect, head, lag, finality, faults. */
  readonly endpoint?: EndpointOptions | undefined
}

/** What a test gets. */
export interface OmmerTestContext {
  /** the endpoint of the test */
  readonly ommer: TestEndpoint
}

/**
 * Makes a test function for the test runner from one that uses an endpoint. The endpoint is created before the function
 * is called and closed when it is done. If both fail, the error names both.
 *
 * @param test is called with the endpoint, then with the arguments of the test runner
 */
export type WithOmmer = <This, Args extends unknown[]>(
  test: (this: This, context: OmmerTestContext, ...args: Args) => unknown,
) => (this: This, ...args: Args) => Promise<void>

export const testInputs = {
  // The server checks them when it creates the endpoint.
  endpoint: v.optional(checkedElsewhere<EndpointOptions>()),
} satisfies InputsOf<OmmerTestOptions>

const testOptions = object(testInputs, {
  member: 'option',
  wanted: "an object such as { endpoint: { dialect: 'geth' } }",
})

/** The keys of the tests that are running in this process. */
const keysInUse = new Set<string>()

/**
 * @param keyOf the key of the endpoint of the test that is beginning
 * @throws {OmmerError} INVALID_OPTION
 */
export function createWithOmmer(
  options: OmmerTestOptions,
  keyOf: (self: unknown, args: readonly unknown[]) => string,
): WithOmmer {
  const { endpoint } = readInput(testOptions, options, '', invalidOption('ommerTest'))
  return (test) =>
    // Test runners take a function with parameters for one that calls back.
    async function (...args) {
      const key = unusedKey(keyOf(this, args))
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
