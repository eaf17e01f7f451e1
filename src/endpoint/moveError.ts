import { OmmerError } from '../primitives/errors.ts'
import { unknownMember } from '../primitives/unknownMember.ts'

export type EndpointMoveCode =
  | 'NO_SUCH_BLOCK'
  | 'BEHIND_HEAD'
  | 'REORG_TOO_DEEP'
  | 'REORG_PAST_FINALITY'
  | 'ROLLBACK_TOO_DEEP'
  | 'INVALID_TIMESTAMP'
  | 'INVALID_ARGUMENT'
  | 'LAG_LOOP'
  | 'BUSY'
  | 'CLOSED'

/** The head of an endpoint, or its time, cannot be moved as asked. The endpoint is as it was. */
export class EndpointMoveError extends OmmerError {
  constructor(code: EndpointMoveCode, problem: string, options?: ErrorOptions) {
    super(code, problem, options)
  }
}

/**
 * @param least below which it makes no sense
 * @param most above which it makes none
 * @throws {EndpointMoveError} INVALID_ARGUMENT
 */
export function requireWhole(
  name: string,
  value: unknown,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): void {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  const problem =
    value === undefined
      ? `it is missing; want a whole number ${range}`
      : `${String(value)} is not a whole number ${range}`
  throw new EndpointMoveError('INVALID_ARGUMENT', `${name}: ${problem}`)
}

/**
 * A hash names no block, or one: what is no hash is a mistake.
 *
 * @throws {EndpointMoveError} INVALID_ARGUMENT
 */
export function requireHash(name: string, value: unknown): void {
  if (typeof value === 'string') return
  const problem = `${name}: want the number of a block, or its hash, have ${typeof value}`
  throw new EndpointMoveError('INVALID_ARGUMENT', problem)
}

/**
 * @param names of the options that there are
 * @param example of what would be right
 * @throws {EndpointMoveError} INVALID_ARGUMENT
 */
export function requireOptions(
  operation: string,
  value: unknown,
  names: readonly string[],
  example: string,
): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const had = Array.isArray(value) ? 'a list' : String(value)
    const problem = `${operation}: want an object such as ${example}, have ${had}`
    throw new EndpointMoveError('INVALID_ARGUMENT', problem)
  }
  const problem = unknownMember(value, names)
  if (problem !== undefined) {
    throw new EndpointMoveError('INVALID_ARGUMENT', `${operation}: ${problem}`)
  }
}
