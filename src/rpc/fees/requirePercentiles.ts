import { RequestError } from '../errors.ts'

/** geth's limit. */
const PERCENTILES_MAX = 100

/**
 * Checks the percentiles of a fee history as geth does.
 *
 * @throws {RequestError} SERVER_ERROR with geth's message
 */
export function requirePercentiles(percentiles: readonly number[]): void {
  if (percentiles.length > PERCENTILES_MAX) refuse(`over the query limit ${PERCENTILES_MAX}`)
  for (const [index, percentile] of percentiles.entries()) {
    const written = decimals(percentile)
    if (percentile < 0 || percentile > 100) refuse(written)
    const before = percentiles[index - 1] ?? Number.NEGATIVE_INFINITY
    if (percentile <= before) {
      refuse(`#${index - 1}:${decimals(before)} >= #${index}:${written}`)
    }
  }
}

function refuse(reason: string): never {
  throw new RequestError('SERVER_ERROR', `invalid reward percentile: ${reason}`)
}

/** A number as Go's `%f` writes it, with six decimals. */
function decimals(value: number): string {
  // `toFixed` writes an exponent from here on, where all numbers are whole.
  return Math.abs(value) < 1e21 ? value.toFixed(6) : `${BigInt(value)}.000000`
}
