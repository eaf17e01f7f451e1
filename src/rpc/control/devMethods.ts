import { moves } from '../../moves/registry.ts'
import type { ControlMethod } from './controlMethod.ts'
import { methodsOf } from './moveMethods.ts'

/** The methods that `dev` adds to those of an endpoint, by name: those of moves. */
export const devMethods: ReadonlyMap<string, ControlMethod> = new Map(
  moves.flatMap((move) => [...methodsOf(move)]),
)
