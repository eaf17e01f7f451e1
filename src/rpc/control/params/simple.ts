import { invalidArgument } from '../../params/arguments.ts'
import { describe } from '../../params/hexNumber.ts'

export function text(value: unknown, position: number): string {
  if (typeof value === 'string') return value
  throw invalidArgument(position, `want a string, have ${describe(value)}`)
}

export function flag(value: unknown, position: number): boolean {
  if (typeof value === 'boolean') return value
  throw invalidArgument(position, `want a boolean, have ${describe(value)}`)
}

/** What somebody else checks. */
export function anyValue(value: unknown): unknown {
  return value
}
