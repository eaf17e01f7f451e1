import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'

/**
 * Reads the percentiles of a fee history: an array of numbers. As in geth, null is 0 in it.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readPercentiles(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): readonly number[] {
  if (!Array.isArray(value)) {
    throw invalidArgument(index, errors.wrongKind('percentiles', describe(value)))
  }
  return value.map((each: unknown) => {
    const number = each ?? 0
    // A number above all that a double can be is read as infinite.
    if (typeof number === 'number' && Number.isFinite(number)) return number
    throw invalidArgument(index, errors.wrongKind('percentile', describe(number)))
  })
}

/** `fees/requirePercentiles.ts` checks the values. */
export const percentiles: Parameter<readonly number[]> = {
  name: 'rewardPercentiles',
  summary:
    'At most 100 percentiles from 0 to 100, ascending, of the gas that a block used: the tip there is returned.',
  schema: {
    type: 'array',
    items: { oneOf: [{ type: 'number' }, { type: 'null' }] },
  },
  read: readPercentiles,
  respell: (value) => value ?? [],
}
