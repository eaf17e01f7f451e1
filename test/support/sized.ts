/**
 * How much of something a test does that repeats itself: a little in `npm test`, all of it in the scripts for that,
 * which docs/benchmarks.md names. What is tested is the same.
 */
export function sized<T>(small: T, full: T): T {
  return process.env.OMMER_TEST_FULL === '1' ? full : small
}
