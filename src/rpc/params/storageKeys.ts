import { type DialectErrors, errorsOf } from '../dialectErrors.ts'
import { arrayOf, orNull } from '../schemas/schema.ts'
import type { Parameter } from './arguments.ts'
import { invalidArgument } from './arguments.ts'
import { describe } from './hexNumber.ts'
import { readStorageKey, storageKey } from './storageKey.ts'

/**
 * Reads a list of storage keys as text. As in geth, null in it is an empty key.
 *
 * @throws {RequestError} INVALID_PARAMS
 */
function readStorageKeys(
  value: unknown,
  index: number,
  errors: DialectErrors = errorsOf('infura'),
): readonly string[] {
  if (!Array.isArray(value)) {
    throw invalidArgument(index, errors.wrongKind('storageKeys', describe(value)))
  }
  return value.map((key: unknown) => readStorageKey(key ?? '', index, errors))
}

/** A key that is null is empty. */
export const storageKeys: Parameter<readonly string[]> = {
  name: 'slots',
  summary: 'The numbers of at most 1,024 slots.',
  schema: { ...arrayOf(orNull(storageKey.schema)), maxItems: 1024 },
  read: readStorageKeys,
}
