/**
 * How often a test repeats something: a little in `npm test`, the full amount in the scripts listed in
 * docs/benchmarks.md. The same code is tested.
 */
export function sized<T>(small: T, full: T): T {
  return process.env.OMMER_TEST_FULL === '1' ? full : small
}
