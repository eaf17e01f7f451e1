import { moves } from '../../moves/registry.ts'
import type { ControlMethod } from './controlMethod.ts'
import { anvil_nodeInfo } from './methods/anvil_nodeInfo.ts'
import { ommer_status } from './methods/ommer_status.ts'
import { methodsOf } from './moveMethods.ts'

/**
 * The methods that `dev` adds to those of an endpoint, by name: those of moves, and those that say where it stands. Waits for clients are only
 * at the control address, where they hold up no call of a client.
 */
export const devMethods: ReadonlyMap<string, ControlMethod> = new Map([
  ...moves.filter((move) => !move.waitsForClients).flatMap((move) => [...methodsOf(move)]),
  ...Object.entries({ ommer_status, anvil_nodeInfo }),
])
