import { moves } from '../../moves/registry.ts'
import type { ControlMethod } from './controlMethod.ts'
import { anvil_nodeInfo } from './methods/anvil_nodeInfo.ts'
import { anvil_metadata, hardhat_metadata } from './methods/hardhat_metadata.ts'
import { ommer_closeEndpoint } from './methods/ommer_closeEndpoint.ts'
import { ommer_createEndpoint } from './methods/ommer_createEndpoint.ts'
import { ommer_scenario } from './methods/ommer_scenario.ts'
import { ommer_scenarioStatus } from './methods/ommer_scenarioStatus.ts'
import { ommer_status } from './methods/ommer_status.ts'
import { methodsOf } from './moveMethods.ts'

/**
 * The methods of the control address by name (docs/testing.md, From outside): those of moves, and those that manage
 * endpoints.
 */
export const controlMethods: ReadonlyMap<string, ControlMethod> = new Map([
  ...moves.flatMap((move) => [...methodsOf(move)]),
  ...Object.entries({
    ommer_createEndpoint,
    ommer_closeEndpoint,
    ommer_status,
    ommer_scenario,
    ommer_scenarioStatus,
    anvil_nodeInfo,
    anvil_metadata,
    hardhat_metadata,
  }),
])
