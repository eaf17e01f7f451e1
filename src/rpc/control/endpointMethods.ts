import { anvil_nodeInfo } from './methods/anvil_nodeInfo.ts'
import { anvil_reorg } from './methods/anvil_reorg.ts'
import { anvil_setChainId } from './methods/anvil_setChainId.ts'
import { anvil_setRpcUrl } from './methods/anvil_setRpcUrl.ts'
import { evm_mine_detailed } from './methods/evm_mine_detailed.ts'
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
  anvil_setChainId,
  anvil_setRpcUrl,
  hardhat_setRpcUrl: anvil_setRpcUrl,
  ganache_setRpcUrl: anvil_setRpcUrl,
  anvil_reorg,
  evm_mine_detailed,
  anvil_mine_detailed: evm_mine_detailed,
}
