import { type ForkName, isAtLeast } from '../../protocol/forks.ts'
import { floorGas, intrinsicGas } from '../../protocol/intrinsicGas.ts'
import { codeStateGas, NEW_ACCOUNT_GAS, NEW_SLOT_GAS } from '../../protocol/stateGas.ts'
import { TRANSFER_GAS } from '../../protocol/transactionGas.ts'
import type { DraftFields } from './kind.ts'

/** How many new slots a call, and the constructor of a contract, may write at most. */
const SLOTS_OF_CALL = 8n
const SLOTS_OF_CREATION = 20n

/** What a gas limit depends on. */
interface Surroundings {
  readonly fork: ForkName
  /** 20 bytes */
  readonly sender: Uint8Array
  /** whether an account does not exist yet */
  isNew(address: Uint8Array): boolean
}

/**
 * The fields of a transaction with a gas limit that suffices under the prices of its fork: from Amsterdam on, new state
 * costs more than anything else, and transfers cost what they do (EIP-2780, EIP-8037).
 */
export function withStateGas<Fields extends DraftFields>(
  fields: Fields,
  { fork, sender, isNew }: Surroundings,
): Fields {
  if (!isAtLeast(fork, 'amsterdam')) return fields
  const { to, value, data, gasLimit } = fields
  if (to === undefined) {
    const state = NEW_ACCOUNT_GAS + SLOTS_OF_CREATION * NEW_SLOT_GAS + codeStateGas(data.length)
    return { ...fields, gasLimit: gasLimit + state }
  }
  if (gasLimit === TRANSFER_GAS) {
    const priced = { from: sender, to, value, data }
    const state = value > 0n && isNew(to) ? NEW_ACCOUNT_GAS : 0n
    return { ...fields, gasLimit: intrinsicGas(priced, fork) + state }
  }
  // A transaction that is to run out of gas has hardly more than it costs before it runs.
  const least = floorGas({ from: sender, to, value, data }, fork)
  const isTight = gasLimit < least + TIGHT_GAS
  return isTight ? fields : { ...fields, gasLimit: gasLimit + SLOTS_OF_CALL * NEW_SLOT_GAS }
}

/** In gas: too little to change a slot. */
const TIGHT_GAS = 10_000n
