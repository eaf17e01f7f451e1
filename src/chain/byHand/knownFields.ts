import * as v from 'valibot'
import { ArgumentError } from '../../primitives/argumentError.ts'
import { object, readInput } from '../../primitives/input.ts'

/**
 * Makes a check that an object has no unknown field, which is probably misspelt.
 *
 * @param fields the names are used; the type ensures that they are complete
 * @returns a function that throws an ArgumentError with the path of the unknown field, and a suggestion
 */
export function knownFields<T extends object>(fields: Readonly<Record<keyof T, true>>) {
  const schema = object(
    Object.fromEntries(Object.keys(fields).map((name) => [name, v.optional(v.unknown())])),
  )
  return (value: T, path = '', whole = 'argument'): void => {
    readInput(
      schema,
      value,
      path,
      (at, problem) => new ArgumentError(`${at === '' ? whole : at}: ${problem}`),
    )
  }
}
