import { toMinimalBytes } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'
import { type ByteText, fromByteText } from './byteText.ts'
import type { BaseAccount } from './stateBase.ts'
import { Trie } from './trie.ts'

/** The state of one account, with its storage as a trie: values without leading zeros, by the hash of their slot. */
export type AccountState = BaseAccount<StorageTrie>

/** All accounts, by the hash of their address. */
export type StateTrie = Trie<AccountState>

export type StorageTrie = Trie<ByteText>

/** The hash of empty code, which every account has that is not a contract. */
export const EMPTY_CODE_HASH = keccak256(new Uint8Array(0))

export function encodeSlot(value: ByteText): Uint8Array {
  return encodeRlp(fromByteText(value))
}

export function encodeAccount({ nonce, balance, storage, codeHash }: AccountState): Uint8Array {
  return encodeRlp([toMinimalBytes(nonce), toMinimalBytes(balance), storage.root(), codeHash])
}

/** Whether two accounts have the same fields, and the same object of a storage. */
export function isSameAccount(one: AccountState, other: AccountState): boolean {
  return (
    one.nonce === other.nonce &&
    one.balance === other.balance &&
    Buffer.compare(one.codeHash, other.codeHash) === 0 &&
    one.storage.top === other.storage.top &&
    one.storage.origin === other.storage.origin
  )
}

export const EMPTY_STORAGE: StorageTrie = Trie.empty(encodeSlot)

export const EMPTY_STATE: StateTrie = Trie.empty(encodeAccount)
