import { moves } from '../../moves/registry.ts'
import type { ControlMethod } from './controlMethod.ts'
import { anvil_nodeInfo } from './methods/anvil_nodeInfo.ts'
import { anvil_metadata, hardhat_metadata } from './methods/hardhat_metadata.ts'
import { ommer_scenario } from './methods/ommer_scenario.ts'
import { ommer_status } from './methods/ommer_status.ts'
import { methodsOf } from './moveMethods.ts'

/**
 * The methods that `dev` adds to those of an endpoint, by name: those of moves, those that say where it stands, and the
 * moves as a scenario. Waits for clients are only
 * at the control address, where they hold up no call of a client.
 */
export const devMethods: ReadonlyMap<string, ControlMethod> = new Map([
  ...moves.filter((move) => !move.waitsForClients).flatMap((move) => [...methodsOf(move)]),
  ...Object.entries({
    ommer_status,
    ommer_scenario,
    anvil_nodeInfo,
    anvil_metadata,
    hardhat_metadata,
  }),
])
