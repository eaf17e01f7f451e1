import { fromHex, type Hex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { fromByteText } from './byteText.ts'
import type { BaseAccount, StateBase } from './stateBase.ts'
import type { CodeStore } from './worldState.ts'

/** @param address DATA, 20 bytes */
export function accountAt(state: StateBase, address: Hex): BaseAccount | undefined {
  return state.get(keccak256(fromHex(address)))
}

/** The code of an account; no bytes if it has none. */
export function codeOf(
  account: BaseAccount | undefined,
  codes: Pick<CodeStore, 'get'>,
): Uint8Array {
  const name = account && Buffer.from(account.codeHash).toString('hex')
  return (name === undefined ? undefined : codes.get(name)?.code) ?? new Uint8Array(0)
}

/**
 * @param slot DATA, 32 bytes
 * @returns 32 bytes
 */
export function slotOf(account: BaseAccount | undefined, slot: Hex): Uint8Array {
  const word = new Uint8Array(32)
  const value = account?.storage.get(keccak256(fromHex(slot)))
  if (value !== undefined) word.set(fromByteText(value), 32 - value.length)
  return word
}
