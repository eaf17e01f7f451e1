import { fromHex, type Hex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { Miss } from '../../primitives/miss.ts'
import {
  type AccountState,
  EMPTY_CODE_HASH,
  EMPTY_STORAGE,
  encodeAccount,
  encodeSlot,
  isSameAccount,
  type StateTrie,
  type StorageTrie,
} from './account.ts'
import { type ByteText, toByteText } from './byteText.ts'
import { ChangedTrie, type ValuesBelow } from './changedTrie.ts'
import { noteName } from './partialTrie.ts'
import type { Preimages } from './preimages.ts'
import type { BaseAccount } from './stateBase.ts'
import type { StateReader } from './stateReader.ts'
import { trieKeyOf } from './trieKeys.ts'

const REMOVED: AccountState = {
  nonce: 0n,
  balance: 0n,
  codeHash: EMPTY_CODE_HASH,
  storage: EMPTY_STORAGE,
}

/** The state after a block of another network, of which only values are known, and no trie: nothing proves them. */
export class ValuesState implements ValuesBelow<AccountState> {
  readonly root: Uint8Array
  readonly unprovenBecause: string
  readonly removed = REMOVED
  readonly encode = encodeAccount
  readonly isSame = isSameAccount
  readonly trie: StateTrie
  readonly #accounts = new Map<ByteText, AccountState | undefined>()
  readonly #names: Preimages
  readonly #reader: StateReader

  /**
   * @param stateRoot of the block's header
   * @param unprovenBecause for errors about proofs
   */
  constructor(
    stateRoot: Uint8Array,
    names: Preimages,
    reader: StateReader,
    unprovenBecause = 'the network gave none',
  ) {
    this.root = stateRoot
    this.unprovenBecause = unprovenBecause
    this.#names = names
    this.#reader = reader
    this.trie = new ChangedTrie(this)
  }

  get(key: ByteText, name?: string): AccountState | undefined {
    noteName(this.#names, key, name)
    const address = this.#names.of(key)
    this.#reader.noteRead?.(address)
    if (!this.#accounts.has(key)) this.#reader.recall?.(address)
    if (this.#accounts.has(key)) return this.#accounts.get(key)
    throw new Miss(`account ${address}`, () => this.#reader.readAccount(address))
  }

  /** Adds an account as the network has it. One without nonce, balance and code does not exist. */
  add(address: Hex, { nonce, balance, codeHash }: Omit<BaseAccount, 'storage'>): void {
    const key = trieKeyOf(address)
    if (this.#accounts.has(key)) return
    const hasCode = Buffer.compare(codeHash, EMPTY_CODE_HASH) !== 0
    const exists = nonce > 0n || balance > 0n || hasCode
    // An account keeps its slots when its delegation is cleared (EIP-7702). To have one, it has used a nonce.
    const storage = hasCode || nonce > 0n ? this.#slotsOf(address) : EMPTY_STORAGE
    this.#accounts.set(key, exists ? { nonce, balance, codeHash, storage } : undefined)
  }

  #slotsOf(address: Hex): StorageTrie {
    // Of no real trie: its preimage is no node. Caches know slots by it, so each block has another one.
    const root = keccak256(Buffer.concat([this.root, fromHex(address)]))
    return new Slots(this, address, root, this.#names, this.#reader).trie
  }

  /** Adds the value of a slot, without leading zeros, as the network has it. */
  addSlot(address: Hex, slot: Hex, value: Uint8Array): void {
    const below = this.#accounts.get(trieKeyOf(address))?.storage.origin
    if (below instanceof Slots) below.add(slot, value)
  }
}

class Slots implements ValuesBelow<ByteText> {
  readonly root: Uint8Array
  readonly unprovenBecause: string
  /** No slot has this value: it is zero. */
  readonly removed = ''
  readonly encode = encodeSlot
  readonly trie: StorageTrie
  readonly #address: Hex
  readonly #values = new Map<ByteText, ByteText | undefined>()
  readonly #names: Preimages
  readonly #reader: StateReader

  constructor(
    { unprovenBecause }: ValuesState,
    address: Hex,
    root: Uint8Array,
    names: Preimages,
    reader: StateReader,
  ) {
    this.unprovenBecause = unprovenBecause
    this.#address = address
    this.root = root
    this.#names = names
    this.#reader = reader
    this.trie = new ChangedTrie(this)
  }

  isSame(one: ByteText, other: ByteText): boolean {
    return one === other
  }

  get(key: ByteText, name?: string): ByteText | undefined {
    noteName(this.#names, key, name)
    const [address, slot] = [this.#address, this.#names.of(key)]
    this.#reader.noteRead?.(address, slot)
    if (!this.#values.has(key)) this.#reader.recall?.(address, slot)
    if (this.#values.has(key)) return this.#values.get(key)
    throw new Miss(`slot ${slot} of ${address}`, () => this.#reader.readSlot(address, slot))
  }

  add(slot: Hex, value: Uint8Array): void {
    this.#values.set(trieKeyOf(slot), value.length === 0 ? undefined : toByteText(value))
  }
}
