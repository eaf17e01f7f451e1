import type * as v from 'valibot'
import { OmmerError } from '../primitives/errors.ts'
import type { Hex } from '../primitives/hex.ts'
import { readInput } from '../primitives/input.ts'

export type EndpointMoveCode =
  | 'NO_SUCH_BLOCK'
  | 'BEHIND_HEAD'
  | 'REORG_TOO_DEEP'
  | 'REORG_PAST_FINALITY'
  | 'NO_REORG'
  | 'ROLLBACK_TOO_DEEP'
  | 'INVALID_TIMESTAMP'
  | 'INVALID_ARGUMENT'
  | 'INVALID_OPTION'
  | 'LAG_LOOP'
  | 'TOO_MANY_SNAPSHOTS'
  | 'NO_SUCH_TRANSACTION'
  | 'TRANSACTION_REFUSED'
  | 'OTHER_CHAIN'
  | 'TOO_MANY_ACCOUNTS'
  | 'NOT_WRITABLE'
  | 'POOL'
  | 'CLOSED'
  | 'NOT_FUNDED'

/** A move of an endpoint's head or time is not possible. The endpoint is unchanged. */
export class EndpointMoveError extends OmmerError {
  constructor(code: EndpointMoveCode, problem: string, options?: ErrorOptions) {
    super(code, problem, options)
  }
}

/** The error of what needs an endpoint to which clients can write. */
export function notWritable(): EndpointMoveError {
  const problem = 'clients cannot write to this endpoint: the server needs dev (--dev)'
  return new EndpointMoveError('NOT_WRITABLE', problem)
}

/** The error of what needs a chain that no other endpoint uses. */
export function sharedChain(): EndpointMoveError {
  const problem = 'other endpoints follow this one, or it follows another one: they share a chain'
  return new EndpointMoveError('OTHER_CHAIN', problem)
}

/** The error of a move or a setting of a pool. */
export function poolError(keys: readonly string[]): EndpointMoveError {
  const problem = `it is a pool: do this at its endpoints (${keys.join(', ')})`
  return new EndpointMoveError('POOL', problem)
}

/**
 * Checks an argument of a move.
 *
 * @throws {EndpointMoveError} INVALID_ARGUMENT
 */
export function readArgument<T>(
  schema: v.GenericSchema<unknown, T>,
  value: unknown,
  name: string,
): T {
  const fail = (path: string, problem: string) =>
    new EndpointMoveError('INVALID_ARGUMENT', `${path}: ${problem}`)
  return readInput(schema, value, name, fail)
}

export function noSuchBlock(block: number | Hex): EndpointMoveError {
  return new EndpointMoveError('NO_SUCH_BLOCK', `there is no block ${String(block)}`)
}
