import type { ControlMethod } from './controlMethod.ts'
import { anvil_reorg } from './methods/anvil_reorg.ts'
import { anvil_rollback } from './methods/anvil_rollback.ts'
import { evm_increaseTime } from './methods/evm_increaseTime.ts'
import { evm_mine } from './methods/evm_mine.ts'
import { evm_revert } from './methods/evm_revert.ts'
import { evm_setNextBlockTimestamp } from './methods/evm_setNextBlockTimestamp.ts'
import { evm_snapshot } from './methods/evm_snapshot.ts'
import {
  ommer_clearFaultLog,
  ommer_faultLog,
  ommer_setFaults,
  ommer_unusedFaults,
} from './methods/faults.ts'
import { anvil_mine, hardhat_mine } from './methods/mine.ts'
import { ommer_advanceTo } from './methods/ommer_advanceTo.ts'
import { ommer_closeEndpoint } from './methods/ommer_closeEndpoint.ts'
import { ommer_createEndpoint } from './methods/ommer_createEndpoint.ts'
import { ommer_mine } from './methods/ommer_mine.ts'
import { ommer_reorg } from './methods/ommer_reorg.ts'
import { ommer_scenarioStatus } from './methods/ommer_scenarioStatus.ts'
import { ommer_setFinality } from './methods/ommer_setFinality.ts'
import { ommer_setLag } from './methods/ommer_setLag.ts'
import { ommer_status } from './methods/ommer_status.ts'

/**
 * The methods of the control address by their names (docs/testing.md, From outside). What they take is what clients of
 * Ganache, Hardhat and Anvil send: crates/anvil/core/src/eth/mod.rs of foundry, and viem's test actions.
 */
export const controlMethods: ReadonlyMap<string, ControlMethod> = new Map(
  Object.entries({
    evm_mine,
    anvil_mine,
    hardhat_mine,
    anvil_reorg,
    anvil_rollback,
    evm_snapshot,
    evm_revert,
    evm_increaseTime,
    evm_setNextBlockTimestamp,
    // Anvil has these under both names.
    anvil_snapshot: evm_snapshot,
    anvil_revert: evm_revert,
    anvil_increaseTime: evm_increaseTime,
    anvil_setNextBlockTimestamp: evm_setNextBlockTimestamp,
    ommer_mine,
    ommer_advanceTo,
    ommer_reorg,
    ommer_setFinality,
    ommer_setLag,
    ommer_createEndpoint,
    ommer_closeEndpoint,
    ommer_status,
    ommer_scenarioStatus,
    ommer_setFaults,
    ommer_faultLog,
    ommer_clearFaultLog,
    ommer_unusedFaults,
  } satisfies Record<string, ControlMethod>),
)
