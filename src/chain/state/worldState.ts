import type { AccountFields, StateManagerInterface } from '@ethereumjs/common'
import { Account, type Address } from '@ethereumjs/util'
import { type Hex, withoutLeadingZeros } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { AccessRecorder, type RecordedAccount } from './accessRecorder.ts'
import {
  type AccountState,
  EMPTY_CODE_HASH,
  EMPTY_STORAGE,
  type StateTrie,
  type StorageTrie,
} from './account.ts'
import type { AccountChange } from './accountChange.ts'
import type { BlockAccesses } from './blockAccesses.ts'
import { fromByteText } from './byteText.ts'
import type { CodeStore, StoredCode } from './codeStore.ts'
import { hasCode } from './emptyAccount.ts'
import type { Preimages } from './preimages.ts'
import type { BaseAccount, StateBase, StorageBase } from './stateBase.ts'
import type { TouchedName } from './touchedName.ts'
import { hashedKeyOf } from './trieKeys.ts'
import { type WrittenSlot, writeSlots } from './writeSlots.ts'

/** An account that the block under construction has accessed. */
interface TouchedAccount<Storage extends StorageBase> extends RecordedAccount {
  /** its key in the state trie */
  readonly key: Uint8Array
  /** at the start of the block */
  readonly before: BaseAccount<Storage> | undefined
  now: BaseAccount<Storage> | undefined
  /** slots read or written, by hex */
  slots: Map<string, WrittenSlot>
  written: boolean
  /** whether the storage of `before` was removed, because the account was deleted or created anew */
  cleared: boolean
}

const NOTHING = new Uint8Array(0)

const NO_ACCOUNT = { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH } as const

/**
 * The state that the EVM reads and writes while a block is built: changes on top of the parent block's trie.
 *
 * It replaces the stock state manager because it is faster: accounts are objects until the block is complete, not RLP
 * that is decoded at each read; a revert undoes just the changes since the checkpoint; and tries are written once per
 * block.
 */
export class WorldState<Storage extends StorageBase = StorageTrie>
  implements StateManagerInterface
{
  #base: StateBase<Storage>
  #codes: CodeStore
  readonly #preimages: Preimages | undefined
  #touched = new Map<string, TouchedAccount<Storage>>()
  /** what was looked up last, because the EVM looks up the same account several times in a row */
  #last: { readonly address: Uint8Array; readonly touched: TouchedAccount<Storage> } | undefined
  /** undoes each change since the first open checkpoint, oldest first */
  readonly #undo: (() => void)[] = []
  /** length of #undo at each open checkpoint */
  readonly #checkpoints: number[] = []
  #original = new Map<string, Uint8Array>()
  #recorder: AccessRecorder | undefined
  /** the recorder while a transaction is recorded */
  #recording: AccessRecorder | undefined

  /** @param preimages records each address and slot that is accessed; default: none does */
  constructor(base: StateBase<Storage>, codes: CodeStore, preimages?: Preimages) {
    this.#base = base
    this.#codes = codes
    this.#preimages = preimages
  }

  /** Discards all changes and starts from another state. */
  reset(base: StateBase<Storage>): void {
    this.#base = base
    // Create new Maps instead of clearing them: in V8 the old table of a cleared Map refers to the new one, so that an
    // old Map would keep young objects alive.
    this.#touched = new Map()
    this.#last = undefined
    this.#undo.length = 0
    this.#checkpoints.length = 0
    this.#original = new Map()
    this.#recorder = undefined
    this.#recording = undefined
  }

  /**
   * Records what is accessed between `beginAccess` and `endAccess`, until the next reset.
   *
   * @param accesses what has been accessed so far, to which the rest is added
   */
  recordAccesses(accesses: BlockAccesses): void {
    this.#recorder = new AccessRecorder(accesses, (codeHash) =>
      codeHash === EMPTY_CODE_HASH ? NOTHING : this.#codeOf(codeHash),
    )
  }

  /** What was accessed; undefined if it is not recorded. */
  get accesses(): BlockAccesses | undefined {
    return this.#recorder?.block
  }

  /** Before each transaction. */
  beginAccess(): void {
    this.#recording = this.#recorder
    this.#last = undefined
  }

  /** @param index of the transaction in the access list: 0 for what comes before the first one */
  endAccess(index: number): void {
    this.#recording?.end(index)
    this.#recording = undefined
  }

  /** After a transaction that the block does not include. */
  cancelAccess(): void {
    this.#recording?.cancel()
    this.#recording = undefined
  }

  /** Reads code from another store, and writes it there, from now on. */
  useCodes(codes: CodeStore): void {
    this.#codes = codes
  }

  /**
   * All changes so far, in the order in which the accounts were first accessed. Those that are deleted come last, as slots
   * do: see `writeSlots`.
   */
  changes(): AccountChange[] {
    const changed = [...this.#touched.values()].filter(
      ({ before, now, written }) => now !== before || written,
    )
    changed.sort((one, other) => Number(one.now === undefined) - Number(other.now === undefined))
    return changed.map(({ key, now, cleared, written, slots }) => ({
      key,
      account: now,
      isCleared: cleared,
      slots: written ? [...slots.values()].map(({ key, value }) => [key, value] as const) : [],
    }))
  }

  /** Every account that was accessed so far, also those that were only read, with their accessed slots. */
  touched(): TouchedName[] {
    return Array.from(this.#touched, ([address, { before, slots }]) => ({
      address: `0x${address}`,
      slots: Array.from(slots.keys(), (slot): Hex => `0x${slot}`),
      code: before !== undefined && hasCode(before) ? toName(before.codeHash) : undefined,
    }))
  }

  /** The state with all changes so far, made in the order of `changes`. */
  toTrie(this: WorldState<StorageTrie>): StateTrie {
    let trie = this.#base as StateTrie
    let deleted: Uint8Array[] | undefined
    for (const touched of this.#touched.values()) {
      const { key, before, now, written } = touched
      if (now === before && !written) continue
      if (now === undefined) {
        deleted ??= []
        deleted.push(key)
      } else trie = trie.set(key, withStorage(now, touched))
    }
    for (const key of deleted ?? []) trie = trie.delete(key)
    return trie
  }

  /** The current state of an account; undefined if it does not exist. */
  account(address: Uint8Array): BaseAccount<Storage> | undefined {
    return this.#touch(address).now
  }

  async getAccount(address: Address): Promise<Account | undefined> {
    const account = this.account(address.bytes)
    if (account === undefined) return undefined
    // Return a copy each time: the EVM modifies accounts before it decides to put them.
    return new Account(account.nonce, account.balance, account.storage.root(), account.codeHash)
  }

  async putAccount(address: Address, account?: Account): Promise<void> {
    if (account === undefined) return this.deleteAccount(address)
    this.setAccount(address.bytes, account)
  }

  /** Creates or changes an account, except its storage. A balance that tests have made too high wraps, as in geth. */
  setAccount(
    address: Uint8Array,
    { nonce, balance: wei, codeHash }: Omit<BaseAccount, 'storage'>,
  ): void {
    const balance = BigInt.asUintN(256, wei)
    const touched = this.#touch(address)
    const storage = touched.now?.storage ?? (EMPTY_STORAGE as StorageBase as Storage)
    this.#replace(touched, { nonce, balance, codeHash, storage })
  }

  async deleteAccount(address: Address): Promise<void> {
    this.removeAccount(address.bytes)
  }

  removeAccount(address: Uint8Array): void {
    const touched = this.#touch(address)
    this.#clear(touched)
    this.#replace(touched, undefined)
  }

  /** Creates the account if it does not exist. */
  addBalance(address: Uint8Array, wei: bigint): void {
    const { nonce, balance, codeHash } = this.account(address) ?? NO_ACCOUNT
    this.setAccount(address, { nonce, balance: balance + wei, codeHash })
  }

  /** Creates the account if it does not exist. */
  setNonce(address: Uint8Array, nonce: bigint): void {
    const { balance, codeHash } = this.account(address) ?? NO_ACCOUNT
    this.setAccount(address, { nonce, balance, codeHash })
  }

  async modifyAccountFields(address: Address, fields: AccountFields): Promise<void> {
    const account = (await this.getAccount(address)) ?? new Account()
    if (fields.nonce !== undefined) account.nonce = fields.nonce
    if (fields.balance !== undefined) account.balance = fields.balance
    if (fields.codeHash !== undefined) account.codeHash = fields.codeHash
    await this.putAccount(address, account)
  }

  async putCode(address: Address, code: Uint8Array): Promise<void> {
    const hash = keccak256(code)
    const name = toName(hash)
    const stored = this.#codes.get(name) ?? { hash, code }
    this.#codes.set(name, stored)
    // Share one hash object: a chain has thousands of contracts, but only a few different codes.
    await this.modifyAccountFields(address, { codeHash: stored.hash })
  }

  /** Adds code that was created elsewhere, by its hash in hex without prefix. */
  addCode(name: string, stored: StoredCode): void {
    if (this.#codes.get(name) === undefined) this.#codes.set(name, stored)
  }

  async getCode(address: Address): Promise<Uint8Array> {
    return this.code(address.bytes)
  }

  code(address: Uint8Array): Uint8Array {
    const codeHash = this.account(address)?.codeHash ?? EMPTY_CODE_HASH
    return codeHash === EMPTY_CODE_HASH ? NOTHING : this.#codeOf(codeHash)
  }

  #codeOf(codeHash: Uint8Array): Uint8Array {
    const name = toName(codeHash)
    const { read } = this.#codes
    return (read === undefined ? this.#codes.get(name) : read(name))?.code ?? NOTHING
  }

  async getCodeSize(address: Address): Promise<number> {
    return (await this.getCode(address)).length
  }

  async getStorage(address: Address, slot: Uint8Array): Promise<Uint8Array> {
    return this.storage(address.bytes, slot)
  }

  /** The current value of a slot, without leading zeros. */
  storage(address: Uint8Array, slot: Uint8Array): Uint8Array {
    return this.#slot(this.#touch(address), slot).value
  }

  async putStorage(address: Address, slot: Uint8Array, value: Uint8Array): Promise<void> {
    this.setStorage(address.bytes, slot, value)
  }

  /** @param slot 32 bytes */
  setStorage(address: Uint8Array, slot: Uint8Array, value: Uint8Array): void {
    const touched = this.#touch(address)
    const previous = this.#slot(touched, slot)
    const { slots, written } = touched
    const name = toName(slot)
    slots.set(name, { key: previous.key, value: withoutLeadingZeros(value).slice() })
    touched.written = true
    this.#undo.push(() => {
      slots.set(name, previous)
      touched.written = written
    })
  }

  async clearStorage(address: Address): Promise<void> {
    this.#clear(this.#touch(address.bytes))
  }

  async checkpoint(): Promise<void> {
    this.#checkpoints.push(this.#undo.length)
  }

  async commit(): Promise<void> {
    this.#checkpoints.pop()
    // Changes cannot be undone after the outermost checkpoint is closed.
    if (this.#checkpoints.length === 0) this.#undo.length = 0
  }

  /** How many checkpoints are open. */
  get depth(): number {
    return this.#checkpoints.length
  }

  async revert(): Promise<void> {
    const until = this.#checkpoints.pop() ?? 0
    while (this.#undo.length > until) this.#undo.pop()?.()
  }

  /** Values at the start of the transaction, on which the cost of SSTORE depends (EIP-2200). */
  readonly originalStorageCache = {
    get: async (address: Address, slot: Uint8Array): Promise<Uint8Array> =>
      this.originalStorage(address.bytes, slot),
    clear: (): void => {
      this.#original = new Map()
    },
  }

  /** The value of a slot at the start of the transaction, which must not have changed before the first call. */
  originalStorage(address: Uint8Array, slot: Uint8Array): Uint8Array {
    const name = toName(address) + toName(slot)
    const cached = this.#original.get(name)
    if (cached !== undefined) return cached
    const value = this.storage(address, slot)
    this.#original.set(name, value)
    return value
  }

  async getStateRoot(): Promise<Uint8Array> {
    // Only blocks before Byzantium need it, and they are built on tries.
    return (this as StateManagerInterface as WorldState).toTrie().root()
  }

  async setStateRoot(): Promise<void> {
    throw new Error('WorldState starts from a trie, not from a root: use reset()')
  }

  async hasStateRoot(): Promise<boolean> {
    return false
  }

  clearCaches(): void {}

  shallowCopy(): never {
    throw new Error('WorldState cannot be copied: use toTrie()')
  }

  #touch(address: Uint8Array): TouchedAccount<Storage> {
    if (this.#last?.address === address) return this.#last.touched
    const name = toName(address)
    const touched = this.#touched.get(name) ?? this.#firstTouch(address, name)
    this.#recording?.account(name, touched)
    this.#last = { address, touched }
    return touched
  }

  #firstTouch(address: Uint8Array, name: string): TouchedAccount<Storage> {
    const key = hashedKeyOf(address, name)
    this.#preimages?.add(key, address)
    const before = this.#base.get(key, name)
    const touched: TouchedAccount<Storage> = {
      key,
      before,
      now: before,
      slots: new Map(),
      written: false,
      cleared: false,
      access: undefined,
    }
    this.#touched.set(name, touched)
    return touched
  }

  #slot(touched: TouchedAccount<Storage>, slot: Uint8Array): WrittenSlot {
    const name = toName(slot)
    const found = touched.slots.get(name) ?? this.#firstSlot(touched, slot, name)
    if (this.#recording !== undefined) {
      const { slots } = touched.access as NonNullable<RecordedAccount['access']>
      if (!slots.has(name)) slots.set(name, found.value)
    }
    return found
  }

  #firstSlot(touched: TouchedAccount<Storage>, slot: Uint8Array, name: string): WrittenSlot {
    const key = hashedKeyOf(slot, name)
    this.#preimages?.add(key, slot)
    const stored = touched.cleared ? undefined : touched.now?.storage.get(key, name)
    const read = { key, value: stored === undefined ? NOTHING : fromByteText(stored) }
    touched.slots.set(name, read)
    return read
  }

  #replace(touched: TouchedAccount<Storage>, account: BaseAccount<Storage> | undefined): void {
    const previous = touched.now
    touched.now = account
    this.#undo.push(() => {
      touched.now = previous
    })
  }

  #clear(touched: TouchedAccount<Storage>): void {
    const { slots, written, cleared, access } = touched
    const wasCleared = access?.isCleared ?? false
    touched.slots = new Map()
    touched.cleared = true
    touched.written = true
    if (access !== undefined) access.isCleared = true
    this.#undo.push(() => {
      touched.slots = slots
      touched.written = written
      touched.cleared = cleared
      if (access !== undefined) access.isCleared = wasCleared
    })
  }
}

/** The account with its changed storage. Slots that were only read keep their values. */
function withStorage(
  account: BaseAccount<StorageTrie>,
  { slots, written, cleared }: TouchedAccount<StorageTrie>,
): AccountState {
  if (!written) return account
  const storage = writeSlots(cleared ? EMPTY_STORAGE : account.storage, slots.values())
  return { ...account, storage }
}

/** Bytes as the key of a Map. */
function toName(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}
