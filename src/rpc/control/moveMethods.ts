import type { Move, MoveContext, RemoteCall } from '../../moves/move.ts'
import { performFromOutside } from '../../moves/perform.ts'
import type { Result } from '../../moves/results.ts'
import { whileConnected } from '../whileConnected.ts'
import type { ControlContext, ControlMethod } from './controlMethod.ts'
import { endpointOf } from './endpointOf.ts'

/** The control methods of a move by name: `ommer_NAME`, and those of other tools. */
export function* methodsOf(move: Move): Iterable<readonly [string, ControlMethod]> {
  const { summary, result, outside = move } = move
  yield [
    `ommer_${move.name}`,
    { ...methodOf(move, summary, outside, result), move: move.waitsForClients ? undefined : move },
  ]
  for (const { names, summary = move.summary, result, ...form } of move.aliases ?? []) {
    for (const name of names) yield [name, methodOf(move, summary, form, result)]
  }
}

function methodOf(
  move: Move,
  summary: string,
  { parameters, toArguments }: RemoteCall,
  result: Result,
): ControlMethod {
  return {
    summary,
    parameters,
    result,
    isChange: move.effect !== 'reads',
    waitsForClients: move.waitsForClients,
    async call(given, context) {
      const args = toArguments === undefined ? given : toArguments(...given)
      const act = (limits: Pick<MoveContext, 'pause' | 'signal'> = {}) =>
        performFromOutside(move, context.endpoint, args, contextOf(context, limits))
      if (move.waitsForClients) {
        const wait = (signal: AbortSignal) => act({ signal })
        return result.from(await whileConnected(context.isClosed, wait))
      }
      // All in the client's queue of long work, so that its moves keep their order.
      const inQueue = () =>
        context.runLong((pause) =>
          whileConnected(context.isClosed, (signal) => act({ pause, signal })),
        )
      return result.from(await (move.waits === 'never' ? act() : inQueue()))
    },
  }
}

function contextOf(
  { endpoints, endpoint, isControl }: ControlContext,
  limits: Pick<MoveContext, 'pause' | 'signal'>,
): MoveContext {
  return {
    ...limits,
    forks: endpoints.forks?.accessOf(isControl),
    leader: (key) => {
      endpoints.requireTogether?.(endpoint.key, key)
      return endpointOf(endpoints, key)
    },
    setFaults: (endpoint, rules, options) => endpoints.setFaults(endpoint, rules, options),
  }
}
