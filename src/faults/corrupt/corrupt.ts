import type { Random } from '../../primitives/random.ts'
import type { CorruptFault } from '../fault.ts'
import { changedValue } from './changedValue.ts'
import { describeChange } from './describeChange.ts'
import { type FieldPath, findField, parseFieldPath } from './fieldPath.ts'
import { corruptByName } from './named.ts'

/**
 * Makes one thing wrong in a result, and leaves all else as it is.
 *
 * @param result plain JSON of the caller's own, which is changed
 * @returns what was done, for the log; undefined where the result has no such thing
 */
export function corrupt(fault: CorruptFault, result: unknown, random: Random): string | undefined {
  if ('what' in fault) return corruptByName(fault.what, result, random)
  const found = findField(result, parseFieldPath(fault.field) as FieldPath)
  if (found === undefined) return undefined
  const { holder, name } = found
  const before = holder[name]
  holder[name] = 'value' in fault ? fault.value : changedValue(before, random)
  return describeChange(fault.field, before, holder[name])
}
