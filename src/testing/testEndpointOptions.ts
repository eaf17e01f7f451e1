import * as v from 'valibot'
import type { EndpointOptions } from '../server/endpointOptions.ts'

/** The initial state of an endpoint of a test: all of `EndpointOptions` but a chain, because the server has one. */
export type TestEndpointOptions = Omit<EndpointOptions, 'chain'>

/** The server checks all others when it creates the endpoint. */
export const testEndpointOptions = v.custom<TestEndpointOptions>(
  (value) => !Object.hasOwn(Object(value), 'chain'),
  'it has a chain, but the server runs in another process: give the chain to the set-up',
)
