import { moves } from '../../moves/moveRegistry.ts'
import type { ControlMethod } from './controlMethod.ts'
import { endpointMethods } from './endpointMethods.ts'
import { methodsOf } from './moveMethods.ts'

/**
 * The methods that `dev` adds to those of an endpoint, by name. Waits for clients are only at the control address, where
 * they hold up no call of a client.
 */
export const devMethods: ReadonlyMap<string, ControlMethod> = new Map([
  ...moves.filter((move) => !move.waitsForClients).flatMap((move) => [...methodsOf(move)]),
  ...Object.entries(endpointMethods),
])
