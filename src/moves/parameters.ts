import * as v from 'valibot'
import { wanted, wholeNumber } from '../primitives/input.ts'

// The schemas that several moves share.

/** The height of a block, or a number of blocks. */
export const height = wholeNumber(0)

/** A number of seconds. People tend to write a unit behind it, which makes a text of it in YAML. */
export function seconds(low: number) {
  const notWhole = wanted(`a whole number of at least ${low}`)
  const problem = (issue: { readonly input: unknown }): string =>
    typeof issue.input === 'string'
      ? 'want a number of seconds without quotes or unit, such as 60'
      : notWhole(issue)
  return v.pipe(v.number(problem), v.safeInteger(problem), v.minValue(low, problem))
}
