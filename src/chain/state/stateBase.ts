import type { ByteText } from './byteText.ts'

/** A state that can be read: a trie, or in a worker thread the part of one that calls ask the main thread for. */
export interface StateBase<Storage extends StorageBase = StorageBase> {
  /**
   * @param key keccak of the address, 32 bytes
   * @param name the address in hex
   */
  get(key: Uint8Array, name?: string): BaseAccount<Storage> | undefined
}

/** The state of one account (Yellow Paper 4.1). Immutable. */
export interface BaseAccount<Storage extends StorageBase = StorageBase> {
  readonly nonce: bigint
  /** in wei */
  readonly balance: bigint
  /** 32 bytes: keccak of the code */
  readonly codeHash: Uint8Array
  readonly storage: Storage
}

/** The storage of one account. */
export interface StorageBase {
  /**
   * @param key keccak of the slot, 32 bytes
   * @param name the slot in hex
   * @returns the value without leading zeros; undefined if it is zero
   */
  get(key: Uint8Array, name?: string): ByteText | undefined
  /** The root hash, 32 bytes. */
  root(): Uint8Array
}
