import { type Hex, toHex } from '../../primitives/hex.ts'
import type { AccountState, StateTrie } from './account.ts'
import type { CodeStore } from './codeStore.ts'
import type { BaseAccount } from './stateBase.ts'
import { trieKeyOf } from './trieKeys.ts'

/** @param address DATA, 20 bytes */
export function accountAt(state: StateTrie, address: Hex): AccountState | undefined {
  return state.getText(trieKeyOf(address), address)
}

/** The code of an account; no bytes if it has none. */
export function codeOf(
  account: BaseAccount | undefined,
  codes: Pick<CodeStore, 'get'>,
): Uint8Array {
  const name = account && toHex(account.codeHash).slice(2)
  return (name === undefined ? undefined : codes.get(name)?.code) ?? new Uint8Array(0)
}

/**
 * @param slot DATA, 32 bytes
 * @returns 32 bytes
 */
export function slotOf(account: AccountState | undefined, slot: Hex): Uint8Array {
  const word = Buffer.alloc(32)
  const value = account?.storage.getText(trieKeyOf(slot), slot)
  if (value !== undefined) word.write(value, 32 - value.length, 'latin1')
  return word
}
