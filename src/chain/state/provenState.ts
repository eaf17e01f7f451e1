import { RLP } from '@ethereumjs/rlp'
import { toBigInt } from '../../primitives/hex.ts'
import { Miss } from '../../primitives/miss.ts'
import {
  type AccountState,
  EMPTY_CODE_HASH,
  EMPTY_STATE,
  EMPTY_STORAGE,
  encodeAccount,
  encodeSlot,
  isSameAccount,
  type StateTrie,
  type StorageTrie,
} from './account.ts'
import { type ByteText, toByteText } from './byteText.ts'
import type { CodeStore } from './codeStore.ts'
import { decodeNode, hiddenNode } from './decodeNode.ts'
import type { LostNodes } from './lostNodes.ts'
import { PartialTrie } from './partialTrie.ts'
import type { Preimages } from './preimages.ts'
import type { StateReader, WantedNode } from './stateReader.ts'
import type { Hidden, KnownNode, NodeSource } from './trie.ts'

/** What is known of the tries of a network. States of several blocks share it, because hashes name nodes. */
export interface KnownNodes {
  /** RLP, by the reference to the node in its parent */
  readonly nodes: Pick<Map<ByteText, Uint8Array>, 'get' | 'has' | 'set'>
  readonly lost: Pick<LostNodes, 'has' | 'add' | 'lose' | 'noteFound'>
  /** the addresses and slots behind keys */
  readonly names: Preimages
  readonly codes: Pick<CodeStore, 'get' | 'set'>
}

/**
 * The state after a block of another network, whose nodes are read when they are needed. Each is the one that its parent
 * names by hash, up to the state root, so nothing in it can be wrong.
 *
 * @param stateRoot of the block's header
 */
export function provenState(
  stateRoot: Uint8Array,
  known: KnownNodes,
  reader: StateReader,
): StateTrie {
  if (isSame(stateRoot, EMPTY_STATE.root())) return EMPTY_STATE
  const source = new Accounts(known, reader)
  const top = hiddenNode(stateRoot, { key: NO_KEY, source })
  return PartialTrie.of({
    top,
    encode: encodeAccount,
    isSame: isSameAccount,
    names: known.names,
    check: (account, key) => source.requireCode(account, key),
    note: reader.noteRead && ((key) => reader.noteRead?.(known.names.of(key))),
  })
}

const NO_KEY: ByteText = '\0'.repeat(32)

abstract class Source<Value> implements NodeSource<Value> {
  protected readonly known: KnownNodes
  protected readonly reader: StateReader

  constructor(known: KnownNodes, reader: StateReader) {
    this.known = known
    this.reader = reader
  }

  read(hidden: Hidden<Value>, depth: number, key: ByteText): KnownNode<Value> {
    const encoded = this.known.nodes.get(hidden.reference)
    if (encoded === undefined) throw this.missing(key)
    return this.#decode(encoded, hidden, depth)
  }

  readLast(hidden: Hidden<Value>, depth: number): KnownNode<Value> | undefined {
    const { reference, key, known } = hidden
    if (this.known.lost.has(reference)) return undefined
    const encoded = this.known.nodes.get(reference)
    if (encoded !== undefined) this.known.lost.noteFound(reference)
    if (known !== undefined) return known
    if (encoded !== undefined) return this.#decode(encoded, hidden, depth)
    const wanted = this.wanted({ reference, key, depth })
    throw new Miss('a node of a trie', () => this.reader.readNode(wanted))
  }

  #decode(encoded: Uint8Array, { key, reference }: Hidden<Value>, depth: number): KnownNode<Value> {
    this.reader.noteNode?.(reference)
    const decode = (value: Uint8Array, at: ByteText) => this.decode(value, at)
    return decodeNode(encoded, { key, depth, source: this, decode })
  }

  /** The error for a key that was not read. */
  protected abstract missing(key: ByteText): Error

  protected abstract wanted(node: Omit<WantedNode, 'address'>): WantedNode

  protected abstract decode(value: Uint8Array, key: ByteText): Value
}

class Accounts extends Source<AccountState> {
  /** accounts as the network has them, whose code is not known yet: a proof that another one does not exist shows some */
  readonly #withoutCode = new WeakSet<AccountState>()

  requireCode(account: AccountState, key: ByteText): void {
    if (!this.#withoutCode.has(account)) return
    const name = Buffer.from(account.codeHash).toString('hex')
    if (this.known.codes.get(name) === undefined) throw this.missing(key)
    this.#withoutCode.delete(account)
  }

  protected missing(key: ByteText): Error {
    const address = this.known.names.of(key)
    return new Miss(`account ${address}`, () => this.reader.readAccount(address))
  }

  protected wanted(node: Omit<WantedNode, 'address'>): WantedNode {
    return { ...node, address: undefined }
  }

  protected decode(value: Uint8Array, key: ByteText): AccountState {
    const [nonce, balance, storageRoot, codeHash] = RLP.decode(value) as Uint8Array[] as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ]
    const account = {
      nonce: toBigInt(nonce),
      balance: toBigInt(balance),
      codeHash: isSame(codeHash, EMPTY_CODE_HASH) ? EMPTY_CODE_HASH : new Uint8Array(codeHash),
      storage: this.#storage(storageRoot, key),
    }
    if (account.codeHash !== EMPTY_CODE_HASH) this.#withoutCode.add(account)
    return account
  }

  #storage(root: Uint8Array, account: ByteText): StorageTrie {
    if (isSame(root, EMPTY_STORAGE.root())) return EMPTY_STORAGE
    const source = new Slots(this.known, this.reader, account)
    const top = hiddenNode(root, { key: NO_KEY, source })
    return PartialTrie.of({
      top,
      encode: encodeSlot,
      isSame: (one, other) => one === other,
      names: this.known.names,
      note: source.note,
    })
  }
}

class Slots extends Source<ByteText> {
  /** key in the trie of accounts */
  readonly #account: ByteText

  readonly note: ((key: ByteText) => void) | undefined

  constructor(known: KnownNodes, reader: StateReader, account: ByteText) {
    super(known, reader)
    this.#account = account
    const { names } = known
    this.note = reader.noteRead && ((key) => reader.noteRead?.(names.of(account), names.of(key)))
  }

  protected missing(key: ByteText): Error {
    const { names } = this.known
    const [address, slot] = [names.of(this.#account), names.of(key)]
    return new Miss(`slot ${slot} of ${address}`, () => this.reader.readSlot(address, slot))
  }

  protected wanted(node: Omit<WantedNode, 'address'>): WantedNode {
    return { ...node, address: this.known.names.of(this.#account) }
  }

  protected decode(value: Uint8Array): ByteText {
    return toByteText(RLP.decode(value) as Uint8Array)
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
