import type { Random } from '../../primitives/random.ts'
import { changedValue } from './changedValue.ts'
import { describeChange } from './describeChange.ts'
import { type FieldPath, findField, parseFieldPath } from './fieldPath.ts'

/** A field of a result, and its wrong value. */
export interface FieldCorruption {
  /** its path in the result, as in `transactions[0].value` */
  readonly field: string
  /** its new value; if omitted, another value of the same format */
  readonly value?: unknown
  /** whether it is absent instead */
  readonly remove?: true | undefined
}

/**
 * Corrupts one field of a result, and leaves the others unchanged.
 *
 * @param result the caller's own copy, as plain JSON values, which is changed
 * @returns what was changed, for the log; undefined if the result has no such field
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
  if (fault.remove) {
    if (Array.isArray(holder)) holder.splice(Number(name), 1)
    else delete holder[name]
    return `${fault.field}: removed`
  }
  holder[name] = 'value' in fault ? fault.value : changedValue(before, random)
  return describeChange(fault.field, before, holder[name])
}
