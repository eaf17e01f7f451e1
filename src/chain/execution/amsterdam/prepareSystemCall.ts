import type { SystemContract } from '../../contracts/system.ts'
import { NEW_SLOT_GAS } from '../../protocol/stateGas.ts'
import type { AmsterdamEvm } from './amsterdamEvm.ts'

/** In gas: a system call can write so many new slots, besides its gas limit (EIP-8037). */
const SYSTEM_STATE_GAS = 16n * NEW_SLOT_GAS

/** Gives a system call its state gas, and marks the contract as warm. */
export function prepareSystemCall(evm: AmsterdamEvm, { address }: SystemContract): void {
  evm.stateGasReservoir = SYSTEM_STATE_GAS
  evm.executionStateGasUsed = 0n
  evm.transientStorage.clear()
  evm.journal.cleanJournal()
  evm.journal.addAlwaysWarmAddress(address)
}
