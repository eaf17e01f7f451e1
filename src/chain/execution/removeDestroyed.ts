import type { ExecResult } from '@ethereumjs/evm'
import { fromHex } from '../../primitives/hex.ts'
import { type ForkName, isAtLeast } from '../protocol/forks.ts'
import type { StorageBase } from '../state/stateBase.ts'
import type { WorldState } from '../state/worldState.ts'

/**
 * Removes the contracts that were destroyed, at the end of a transaction or system call: since Cancun only those that it
 * also created (EIP-6780), which keep their balance from Amsterdam on (EIP-8246).
 */
export function removeDestroyed(
  world: WorldState<StorageBase>,
  fork: ForkName,
  { selfdestruct, createdAddresses }: Pick<ExecResult, 'selfdestruct' | 'createdAddresses'>,
): void {
  const onlyNew = isAtLeast(fork, 'cancun')
  for (const address of selfdestruct?.keys() ?? []) {
    if (onlyNew && !createdAddresses?.has(address)) continue
    const bytes = fromHex(address)
    const kept = isAtLeast(fork, 'amsterdam') ? (world.account(bytes)?.balance ?? 0n) : 0n
    world.removeAccount(bytes)
    if (kept > 0n) world.addBalance(bytes, kept)
  }
}
