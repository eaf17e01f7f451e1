import { moves } from '../../moves/moveRegistry.ts'
import type { ControlMethod } from './controlMethod.ts'
import { endpointMethods } from './endpointMethods.ts'
import { ommer_closeEndpoint } from './methods/ommer_closeEndpoint.ts'
import { ommer_createEndpoint } from './methods/ommer_createEndpoint.ts'
import { ommer_scenarioStatus } from './methods/ommer_scenarioStatus.ts'
import { methodsOf } from './moveMethods.ts'

/**
 * The methods of the control address by name (docs/control.md): those of moves, and those that manage
 * endpoints.
 */
export const controlMethods: ReadonlyMap<string, ControlMethod> = new Map([
  ...moves.flatMap((move) => [...methodsOf(move)]),
  ...Object.entries(endpointMethods),
  ...Object.entries({
    ommer_createEndpoint,
    ommer_closeEndpoint,
    ommer_scenarioStatus,
  }),
])
