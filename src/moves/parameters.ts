import * as v from 'valibot'
import { hexText, wanted, wholeNumber } from '../primitives/input.ts'

// Schemas that several moves share.

/** The height of a block, or a number of blocks. */
export const height = wholeNumber(0)

const HASH_IN_FILE = 'want in quotes the hash of a block, in lower case'

/**
 * The hash of a block in a file.
 *
 * @param problem what is wanted, for errors
 */
export function hashInFile(problem = HASH_IN_FILE) {
  return hexText(/^0x[0-9a-f]{64}$/, () => problem)
}

/** A number of seconds. In YAML, a unit after the number makes it a string, which is a common mistake. */
export function seconds(low: number) {
  const notWhole = wanted(`a whole number of at least ${low}`)
  const problem = (issue: { readonly input: unknown }): string =>
    typeof issue.input === 'string'
      ? 'want a number of seconds without quotes or unit, such as 60'
      : notWhole(issue)
  return v.pipe(v.number(problem), v.safeInteger(problem), v.minValue(low, problem))
}
