import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointMoveError, poolError } from '../endpoint/moveError.ts'
import { readInput } from '../primitives/input.ts'
import type { Move, MoveContext } from './move.ts'
import { reportMove } from './reportMove.ts'

/** Performs a move like its method in code: a move that waits for others returns a promise. */
export function perform(
  move: Move,
  endpoint: Endpoint,
  args: readonly unknown[],
  context: MoveContext,
): unknown {
  if (move.waitsForClients) return beginWait(move, endpoint, args, context)
  if (move.waits === undefined || move.waits === 'always') {
    return performInTurn(move, endpoint, args, context).then((raw) => move.result.from(raw))
  }
  return move.result.from(performNow(move, endpoint, args, context))
}

/** Begins at once, and rejects the promise with every error. */
function beginWait(
  move: Move,
  endpoint: Endpoint,
  args: readonly unknown[],
  context: MoveContext,
): Promise<unknown> {
  const wait = async () => move.result.from(await move.run(endpoint, checked(move, args), context))
  const done = wait()
  // A test that fails before it awaits this must not also fail because the server closes afterwards.
  done.catch(() => {})
  return done
}

/**
 * Performs a move that a client requested.
 *
 * @returns what `run` returns
 */
export async function performFromOutside(
  move: Move,
  endpoint: Endpoint,
  args: readonly unknown[],
  context: MoveContext,
): Promise<unknown> {
  if (move.waits === 'never' || move.waitsForClients) {
    return performNow(move, endpoint, args, context)
  }
  return performInTurn(move, endpoint, args, context)
}

function performInTurn(
  move: Move,
  endpoint: Endpoint,
  args: readonly unknown[],
  context: MoveContext,
): Promise<unknown> {
  return endpoint.exclusively(() => performNow(move, endpoint, args, context))
}

/** Performs a move in the turn of its endpoint, which it needs if it waits for earlier ones. */
export function performNow(
  move: Move,
  endpoint: Endpoint,
  args: readonly unknown[],
  context: MoveContext,
): unknown {
  if (endpoint.poolOf !== undefined && move.effect !== 'reads') throw poolError(endpoint.poolOf)
  return reportMove(move, endpoint, args, () => move.run(endpoint, checked(move, args), context))
}

/**
 * @throws {EndpointMoveError} if an argument does not match its schema
 */
function checked({ parameters }: Move, args: readonly unknown[]): readonly unknown[] {
  return parameters.map(({ name, schema, errorCode = 'INVALID_ARGUMENT' as const }, index) =>
    readInput(
      schema,
      args[index],
      name,
      (path, problem) => new EndpointMoveError(errorCode, `${path}: ${problem}`),
    ),
  )
}
