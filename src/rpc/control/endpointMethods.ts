import { anvil_nodeInfo } from './methods/anvil_nodeInfo.ts'
import { anvil_metadata, hardhat_metadata } from './methods/hardhat_metadata.ts'
import {
  anvil_setLoggingEnabled,
  hardhat_setLoggingEnabled,
} from './methods/hardhat_setLoggingEnabled.ts'
import { ommer_scenario } from './methods/ommer_scenario.ts'
import { ommer_status } from './methods/ommer_status.ts'

/** The methods that say where an endpoint stands, and which moves led there. */
export const endpointMethods = {
  ommer_status,
  ommer_scenario,
  anvil_nodeInfo,
  anvil_metadata,
  hardhat_metadata,
  anvil_setLoggingEnabled,
  hardhat_setLoggingEnabled,
}
