import {
  type AccountState,
  EMPTY_CODE_HASH,
  EMPTY_STORAGE,
  type StorageTrie,
} from '../chain/state/account.ts'
import { fromByteText, toByteText } from '../chain/state/byteText.ts'
import type { CodeStore } from '../chain/state/codeStore.ts'
import { trieKeyOf } from '../chain/state/trieKeys.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { fromHex, type Hex, toMinimalBytes } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'

const EMPTY: AccountState = {
  nonce: 0n,
  balance: 0n,
  codeHash: EMPTY_CODE_HASH,
  storage: EMPTY_STORAGE,
}

/** Whether a state has nothing of an account: no state has empty ones (EIP-161). */
export function isGone({ nonce, balance, codeHash, storage }: AccountState): boolean {
  return (
    nonce === 0n &&
    balance === 0n &&
    Buffer.compare(codeHash, EMPTY_CODE_HASH) === 0 &&
    Buffer.compare(storage.root(), EMPTY_STORAGE.root()) === 0
  )
}

/** The storage of an account with a slot, which 0 empties. */
export function withSlot(storage: StorageTrie, slot: Hex, value: bigint): StorageTrie {
  const key = fromByteText(trieKeyOf(slot))
  // A trie that is partly known must know a slot before it is changed.
  storage.get(key, slot)
  return value === 0n ? storage.delete(key) : storage.set(key, toByteText(toMinimalBytes(value)))
}

/** Keeps code. @returns its hash, 32 bytes */
export function keepCode(code: Hex, codes: CodeStore): Uint8Array {
  if (code === '0x') return EMPTY_CODE_HASH
  const bytes = fromHex(code)
  const hash = keccak256(bytes)
  codes.set(Buffer.from(hash).toString('hex'), { hash, code: bytes })
  return hash
}

/**
 * Changes an account in the state after the head.
 *
 * @param change given the account, which is empty if it does not exist
 * @param slots that it writes, each DATA, 32 bytes
 * @throws {EndpointMoveError} NOT_WRITABLE
 */
export function alterAccount(
  endpoint: Endpoint,
  address: Hex,
  change: (account: AccountState, codes: CodeStore) => Partial<AccountState>,
  slots: readonly Hex[] = [],
): Promise<void> {
  const key = fromByteText(trieKeyOf(address))
  return endpoint.alterState({
    names: [address, ...slots],
    apply(state, codes) {
      const account = state.get(key, address) ?? EMPTY
      const changed = { ...account, ...change(account, codes) }
      return isGone(changed) ? state.delete(key) : state.set(key, changed)
    },
  })
}
