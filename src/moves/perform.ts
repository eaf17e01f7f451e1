import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointMoveError } from '../endpoint/moveError.ts'
import { readInput } from '../primitives/input.ts'
import type { Move, MoveContext } from './move.ts'

/** Does a move as its method in code does: what waits for other moves gives a promise. */
export function perform(
  move: Move,
  endpoint: Endpoint,
  args: readonly unknown[],
  context: MoveContext,
): unknown {
  if (move.waits === undefined || move.waits === 'always') {
    return performInTurn(move, endpoint, args, context).then((raw) =>
      move.result.from(raw as never),
    )
  }
  return move.result.from(move.run(endpoint, checked(move, args), context) as never)
}

/**
 * Does a move that was asked for from outside.
 *
 * @returns what `run` returns
 */
export async function performFromOutside(
  move: Move,
  endpoint: Endpoint,
  args: readonly unknown[],
  context: MoveContext,
): Promise<unknown> {
  if (move.waits === 'never') return move.run(endpoint, checked(move, args), context)
  return performInTurn(move, endpoint, args, context)
}

function performInTurn(
  move: Move,
  endpoint: Endpoint,
  args: readonly unknown[],
  context: MoveContext,
): Promise<unknown> {
  return endpoint.inTurn(() => move.run(endpoint, checked(move, args), context))
}

/** @throws {EndpointMoveError} where an argument does not fit its schema */
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
