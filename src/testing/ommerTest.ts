import type { SetupOptions } from './setupOptions.ts'
import { type TestEndpoint, testEndpoint } from './testEndpoint.ts'
import type { TestEndpointOptions } from './testEndpointOptions.ts'

// What the entries for jest, mocha and node:test export beside their functions.
export { type SetupOptions, type TestEndpoint, testEndpoint }

/** Options for the endpoints of tests. */
export interface OmmerTestOptions {
  /** The initial state of each endpoint: dialect, head, lag, finality, faults. */
  readonly endpoint?: TestEndpointOptions | undefined
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
