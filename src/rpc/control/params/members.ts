import { unknownMember } from '../../../primitives/unknownMember.ts'
import { type Decoder, invalidArgument } from '../../params/arguments.ts'
import { describe } from '../../params/hexNumber.ts'

/** An object of which some members are known: whatever else is in there is a mistake. */
export function members<const Name extends string>(
  value: unknown,
  position: number,
  names: readonly Name[],
): Readonly<Partial<Record<Name, unknown>>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument(position, `want an object, have ${describe(value)}`)
  }
  const problem = unknownMember(value, names)
  if (problem !== undefined) throw invalidArgument(position, problem)
  return value as Readonly<Partial<Record<Name, unknown>>>
}

/** A member that may be left out, or be null. */
export function ifThere<T>(value: unknown, position: number, decode: Decoder<T>): T | undefined {
  return value === undefined || value === null ? undefined : decode(value, position)
}

/** A member that has to be there. */
export function required<T>(name: string, value: unknown, position: number, decode: Decoder<T>): T {
  if (value === undefined || value === null) {
    throw invalidArgument(position, `missing member ${name}`)
  }
  return decode(value, position)
}
