import { type DialectErrors, dialectErrors } from '../dialectErrors.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'
import { storageKey } from './storageKey.ts'

/**
 * Reads a list of storage keys as text. As in geth, null in it is an empty key.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
export function storageKeys(
  value: unknown,
  index: number,
  errors: DialectErrors = dialectErrors.infura,
): readonly string[] {
  if (!Array.isArray(value)) {
    throw invalidArgument(index, errors.wrongKind('storageKeys', describe(value)))
  }
  return value.map((key: unknown) => storageKey(key ?? '', index, errors))
}
