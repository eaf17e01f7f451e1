import { decodeArguments } from '../../params/arguments.ts'
import type { ControlMethod } from '../controlMethod.ts'

/**
 * Tells how far the scenario is that is played.
 *
 * Result: object with `steps` and `played`, how many; `waitingFor`, an object with `endpoint`, `methods`, `block` and
 * `calls`, how many are still to come, or null; `isFinished`; `failure`, why it ended before, or null. Where no scenario
 * is played: null.
 */
export const ommer_scenarioStatus: ControlMethod = (params, { scenario }) => {
  decodeArguments(params, [])
  return scenario?.status()
}
