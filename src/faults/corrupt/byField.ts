import type { Random } from '../../primitives/random.ts'
import { changedValue } from './changedValue.ts'
import { describeChange } from './describeChange.ts'
import { type FieldPath, findField, parseFieldPath } from './fieldPath.ts'

/** Which field of a result is wrong. */
export interface FieldCorruption {
  /** its path in the result, as in `transactions[0].value` */
  readonly field: string
  /** what it becomes; left out: another value of its format */
  readonly value?: unknown
}

/**
 * Makes one field of a result wrong, and leaves all else as it is.
 *
 * @param result plain JSON of the caller's own, which is changed
 * @returns what was done, for the log; undefined where the result has no such field
 */
export function corruptField(
  fault: FieldCorruption,
  result: unknown,
  random: Random,
): string | undefined {
  const found = findField(result, parseFieldPath(fault.field) as FieldPath)
  if (found === undefined) return undefined
  const { holder, name } = found
  const before = holder[name]
  holder[name] = 'value' in fault ? fault.value : changedValue(before, random)
  return describeChange(fault.field, before, holder[name])
}
