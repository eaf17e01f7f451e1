const [shard = '', shards = '1'] = (process.env.OMMER_TEST_SHARD ?? '').split('/')

/** For seeds: another number in each share of the repetitions, and 0 where they are not shared. */
export const SHARD = Number(shard)

/**
 * What a test uses: something small in `npm test`, the full size in the scripts listed in docs/benchmarks.md. The same code
 * is tested.
 */
export function sized<T>(small: T, full: T): T {
  return process.env.OMMER_TEST_FULL === '1' ? full : small
}

/**
 * How often a test repeats something with other random values. A script with `--shard I/N` does its share of the full
 * number.
 */
export function repeated(small: number, full: number): number {
  return sized(small, Math.ceil(full / Number(shards)))
}
