import type { Endpoint } from '../endpoint/endpoint.ts'
import { OmmerError } from '../primitives/errors.ts'
import type { Move } from './move.ts'
import { withoutSecrets } from './withoutSecrets.ts'

/**
 * Makes a move, and adds it to the timeline of its endpoint when it is done. To be called in the endpoint's turn.
 *
 * @param perform may return a promise
 * @throws any error of `perform`
 */
export function reportMove<T>(
  move: Move,
  endpoint: Endpoint,
  args: readonly unknown[],
  perform: () => T,
): T {
  if (move.effect === 'reads') return perform()
  const began = performance.now()
  const report = (outcome: string): void => {
    // It was made before.
    if (endpoint.changes.isReplaying) return
    const given = args.length > 0 ? { params: withoutSecrets(move, args, '…') } : {}
    const event = { type: 'move', method: `ommer_${move.name}`, ...given, outcome, began } as const
    endpoint.activity.timeline?.addOther(event)
  }
  const fail = (error: unknown): never => {
    report(error instanceof OmmerError ? error.code : 'INTERNAL_ERROR')
    throw error
  }
  try {
    const done = endpoint.apply({ move: move.name, args }, perform)
    if (!(done instanceof Promise)) {
      report('ok')
      return done
    }
    return done.then((result) => {
      report('ok')
      return result
    }, fail) as T
  } catch (error) {
    return fail(error)
  }
}
