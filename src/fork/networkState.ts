import { RLP } from '@ethereumjs/rlp'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerStateRoot } from '../chain/encoding/decode/headerStateRoot.ts'
import type { ExpectedCall } from '../chain/execution/chainStates.ts'
import { EMPTY_CODE_HASH, type StateTrie } from '../chain/state/account.ts'
import type { CodeStore } from '../chain/state/codeStore.ts'
import { type KnownNodes, provenState } from '../chain/state/provenState.ts'
import type { StateReader, WantedNode } from '../chain/state/stateReader.ts'
import { ValuesState } from '../chain/state/valuesState.ts'
import type { JsonObject } from '../formats/json/blockJson.ts'
import { readHash } from '../formats/readHash.ts'
import { messageOf } from '../primitives/errors.ts'
import {
  fromHex,
  type Hex,
  toBigInt,
  toHex,
  toQuantity,
  withoutLeadingZeros,
} from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import { readBigInt } from '../record/quantity.ts'
import { addPath } from './addPath.ts'
import { findNode } from './findNode.ts'
import type { Searches } from './searches.ts'
import { StorageRanges } from './storageRanges.ts'
import type { Upstream } from './upstream.ts'
import { StateWitness } from './witness/stateWitness.ts'
import type { Witness } from './witness/witness.ts'

/** A block of the network, after which its state is read. */
export interface StateBlock {
  readonly number: number
  readonly hash: Hex
  /** 32 bytes */
  readonly stateRoot: Uint8Array
}

/** A block as one whose state is read. */
export function stateBlockOf(sealed: SealedBlock): StateBlock {
  const { number, hash } = sealed
  return { number, hash, stateRoot: fromHex(headerStateRoot(sealed) as Hex) }
}

/** How the network gives states. */
export interface StateAccess {
  /** whether it proves them (`eth_getProof`) */
  readonly isProven: boolean
  /** whether blocks are named by hash (EIP-1898); otherwise by number, and the hash is checked after each read */
  readonly isByHash: boolean
}

/** How many calls of one function are looked at in advance at a time: they mostly need the same. */
const HINTS_MAX = 2

interface Batch {
  /** whether the account itself is wanted, with its code */
  hasAccount: boolean
  readonly slots: Set<Hex>
  readonly done: Promise<void>
}

/** geth takes at most 1024. */
const SLOTS_MAX = 512

/** How many accounts a hint may name. */
const ACCESSES_MAX = 256

/** What is known of a network, whatever the block, and the searches for more. */
export interface KnownOfNetwork extends KnownNodes {
  readonly searches: Searches
}

/** Reads the state after one block of the network. */
export class NetworkState implements StateReader {
  readonly trie: StateTrie
  readonly #upstream: Upstream
  readonly #block: StateBlock
  readonly #access: StateAccess
  readonly #known: KnownOfNetwork
  readonly #codes: CodeStore
  readonly #values: ValuesState | undefined
  readonly #kept: StateWitness | undefined
  readonly #ranges: StorageRanges
  readonly recall: StateReader['recall']
  readonly noteRead: StateReader['noteRead']
  readonly noteNode: StateReader['noteNode']
  /** what is asked for together, by address */
  readonly #batches = new Map<Hex, Batch>()
  /** the accounts, with code, that are being read */
  readonly #accounts = new Map<Hex, Promise<void>>()
  /** addresses of accounts that are being read or were read, and addresses with slots */
  readonly #read = new Set<string>()
  /** how many calls are looked at, by contract and function */
  readonly #hints = new Map<string, number>()

  constructor(
    upstream: Upstream,
    block: StateBlock,
    access: StateAccess,
    known: KnownOfNetwork,
    codes: CodeStore,
    witness?: Witness,
  ) {
    if (witness !== undefined) {
      this.recall = (address, slot) => {
        if (this.#values !== undefined) this.#kept?.recall(this.#values, address, slot)
      }
    }
    if (witness?.isWritten) {
      this.noteRead = (address, slot) => this.#kept?.noteRead(address, slot)
      this.noteNode = (reference) => this.#kept?.noteNode(reference)
    }
    this.#upstream = upstream
    this.#block = block
    this.#access = access
    this.#known = known
    this.#codes = codes
    this.#ranges = new StorageRanges(upstream, block)
    const { stateRoot } = block
    this.#values = access.isProven ? undefined : new ValuesState(stateRoot, known.names, this)
    this.trie = this.#values?.trie ?? provenState(stateRoot, known, this)
    this.#kept = witness && new StateWitness(witness, block, this.trie, known)
  }

  async readAccount(address: Hex): Promise<void> {
    this.#require(`account ${address}`)
    await this.#batch(address, [])
  }

  async readSlot(address: Hex, slot: Hex): Promise<void> {
    this.#require(`slot ${toQuantity(BigInt(slot))} of account ${address}`)
    await this.#batch(address, [slot])
  }

  /**
   * Reads what the node says that a call accesses. It is a hint: what it names wrongly is of no use, and does no harm.
   *
   * @param misses how often the call has missed something before
   * @returns undefined if the contract is known and the call has missed nothing before, since it may need one slot only; and
   *   while enough calls of the same function are looked at, because others mostly need the same
   */
  expect(call: ExpectedCall, misses: number): Promise<void> | undefined {
    const { to, data } = call
    if (misses === 0 && to !== undefined && this.#read.has(toHex(to))) return undefined
    const name = Buffer.concat([to ?? NOTHING, data?.subarray(0, 4) ?? NOTHING]).toString('hex')
    const count = this.#hints.get(name) ?? 0
    if (count >= HINTS_MAX) return undefined
    this.#hints.set(name, count + 1)
    return this.#readExpected(call).finally(() => {
      const left = (this.#hints.get(name) as number) - 1
      if (left > 0) this.#hints.set(name, left)
      else this.#hints.delete(name)
    })
  }

  async #readExpected({ from, to, data, value }: ExpectedCall): Promise<void> {
    const call = {
      ...(from && { from: toHex(from) }),
      ...(to && { to: toHex(to) }),
      ...(data && data.length > 0 && { input: toHex(data) }),
      ...(value && { value: toQuantity(value) }),
    }
    try {
      const { accessList } = Object(await this.#get('eth_createAccessList', call)) as JsonObject
      const accesses = [...(accessList as readonly JsonObject[]), ...[from, to].flatMap(asAccess)]
      await Promise.all(
        accesses.slice(0, ACCESSES_MAX).map(async ({ address, storageKeys }) => {
          const account = String(address).toLowerCase() as Hex
          const slots = (storageKeys as readonly Hex[])
            .slice(0, SLOTS_MAX)
            .filter((slot) => !this.#read.has(`${account} ${slot}`))
          await Promise.all([
            this.#read.has(account) ? undefined : this.readAccount(account),
            slots.length > 0 ? this.#batch(account, slots) : undefined,
          ])
        }),
      )
    } catch {
      // Each part is read when it is missed.
    }
  }

  async readNode(node: WantedNode): Promise<void> {
    const where = node.address === undefined ? 'accounts' : `the storage of ${node.address}`
    this.#require(`a node in the trie of ${where}`)
    await findNode(node, this.#known, {
      readProof: (address, slots) => this.#readProof(address, slots),
      readRange: (wanted) => this.#ranges.read(wanted),
      signal: this.#known.searches.signal,
    })
    if (this.#known.lost.has(node.reference)) this.#kept?.noteLost(node.reference)
  }

  /** Reads together what is asked for in the same round of the event loop, and an account once. */
  #batch(address: Hex, slots: readonly Hex[]): Promise<void> {
    if (slots.length > 0) return this.#addToBatch(address, slots)
    const known = this.#accounts.get(address)
    if (known !== undefined) return known
    const read = this.#addToBatch(address, slots)
    this.#accounts.set(address, read)
    const end = () => void this.#accounts.delete(address)
    read.then(end, end)
    return read
  }

  #addToBatch(address: Hex, slots: readonly Hex[]): Promise<void> {
    const open = this.#batches.get(address)
    const hasAccount = slots.length === 0
    if (open !== undefined && open.slots.size + slots.length <= SLOTS_MAX) {
      for (const slot of slots) open.slots.add(slot)
      open.hasAccount ||= hasAccount
      return open.done
    }
    const done = yieldToEventLoop().then(() => {
      if (this.#batches.get(address) === batch) this.#batches.delete(address)
      return this.#readBatch(address, batch)
    })
    const batch: Batch = { hasAccount, slots: new Set(slots), done }
    this.#batches.set(address, batch)
    return done
  }

  async #readBatch(address: Hex, { slots, hasAccount }: Batch): Promise<void> {
    const names = [...slots]
    const values = this.#values
    if (hasAccount) this.#read.add(address)
    for (const slot of names) this.#read.add(`${address} ${slot}`)
    await (values === undefined
      ? this.#readProven(address, names, hasAccount)
      : this.#readValues(values, address, names, hasAccount))
    this.#kept?.noteKnown()
  }

  async #readProven(address: Hex, slots: readonly Hex[], hasAccount: boolean): Promise<void> {
    // In one round trip: most accounts that are read are contracts, whose code runs next.
    const [codeHash, code] = await Promise.all([
      this.#readProof(address, slots),
      hasAccount ? this.#get('eth_getCode', address) : undefined,
    ])
    if (hasAccount) this.#addCode(address, bytesOf(code, `the code of ${address}`), codeHash)
  }

  /** @returns the hash of the account's code */
  async #readProof(address: Hex, slots: readonly Hex[]): Promise<Uint8Array> {
    const what = `the proof of ${address}`
    const proof = Object(await this.#get('eth_getProof', address, slots)) as JsonObject
    try {
      return this.#addProof(address, slots, proof, what)
    } catch (cause) {
      if (cause instanceof UpstreamError) throw cause
      throw this.#wrong(`${what}: ${messageOf(cause)}`, cause)
    }
  }

  #addProof(address: Hex, slots: readonly Hex[], proof: JsonObject, what: string): Uint8Array {
    const { nodes, names } = this.#known
    const key = keccak256(fromHex(address))
    const leaf = addPath(this.#block.stateRoot, key, bytesList(proof.accountProof, what), nodes)
    const fields = leaf === undefined ? [] : (RLP.decode(leaf) as Uint8Array[])
    const [nonce = NOTHING, balance = NOTHING, storageRoot, codeHash = EMPTY_CODE_HASH] = fields
    names.set(Buffer.from(key).toString('latin1'), address)
    // Whoever reads the fields instead of the proof would be deceived.
    if (readBigInt(proof.balance) !== toBigInt(balance))
      throw this.#wrong(`${what} has another balance`)
    if (readBigInt(proof.nonce) !== toBigInt(nonce)) throw this.#wrong(`${what} has another nonce`)
    const storage = Array.isArray(proof.storageProof) ? (proof.storageProof as JsonObject[]) : []
    for (const [index, slot] of slots.entries()) {
      const at = `slot ${slot} of ${address}`
      const slotKey = keccak256(fromHex(slot))
      names.set(Buffer.from(slotKey).toString('latin1'), slot)
      if (storageRoot === undefined) continue
      const item = Object(storage[index]) as JsonObject
      const value = addPath(storageRoot, slotKey, bytesList(item.proof, at), nodes)
      const proven = value === undefined ? 0n : toBigInt(RLP.decode(value) as Uint8Array)
      if (readBigInt(item.value) !== proven)
        throw this.#wrong(`the proof of ${at} has another value`)
    }
    return codeHash
  }

  #addCode(address: Hex, code: Uint8Array, codeHash: Uint8Array): void {
    const hash = keccak256(code)
    if (Buffer.compare(hash, codeHash) !== 0) {
      throw this.#wrong(
        `the code of ${address} has hash ${toHex(hash)} instead of ${toHex(codeHash)}`,
      )
    }
    if (code.length > 0) this.#codes.set(Buffer.from(hash).toString('hex'), { hash, code })
  }

  async #readValues(
    values: ValuesState,
    address: Hex,
    slots: readonly Hex[],
    hasAccount: boolean,
  ): Promise<void> {
    const [account, words] = await Promise.all([
      Promise.all(hasAccount ? ACCOUNT_METHODS.map((each) => this.#get(each, address)) : []),
      Promise.all(slots.map((slot) => this.#get('eth_getStorageAt', address, slot))),
    ])
    if (!this.#access.isByHash) await this.#requireSameBlock()
    if (hasAccount) this.#addAccount(values, address, account)
    for (const [index, slot] of slots.entries()) {
      const value = bytesOf(words[index], `slot ${slot} of ${address}`)
      values.addSlot(address, slot, withoutLeadingZeros(value))
    }
  }

  #addAccount(values: ValuesState, address: Hex, read: readonly unknown[]): void {
    const [balance, nonce] = read.map(readBigInt)
    const code = bytesOf(read[2], `the code of ${address}`)
    if (balance === undefined || nonce === undefined) {
      throw this.#wrong(`the balance or nonce of ${address} is no quantity`)
    }
    const codeHash = code.length === 0 ? EMPTY_CODE_HASH : keccak256(code)
    this.#addCode(address, code, codeHash)
    values.add(address, { nonce, balance, codeHash })
  }

  /** Where blocks are named by number, the node may have another one by now. */
  async #requireSameBlock(): Promise<void> {
    const { number, hash } = this.#block
    const now = await this.#upstream.get('eth_getBlockByNumber', toQuantity(number), false)
    const found = readHash(Object(now).hash)
    if (found === hash) return
    throw this.#wrong(`the node has ${found ?? 'no block'} at ${number} by now, not ${hash}`)
  }

  #require(what: string): void {
    const { number, hash } = this.#block
    this.#upstream.requireOnline(`${what} (state after block ${number}, ${hash})`)
  }

  #get(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const { number, hash } = this.#block
    const block = this.#access.isByHash ? { blockHash: hash } : toQuantity(number)
    return this.#upstream.get(method, ...params, block)
  }

  #wrong(problem: string, cause?: unknown): UpstreamError {
    const { number, hash } = this.#block
    return new UpstreamError(`${problem} (state after block ${number}, ${hash})`, { cause })
  }
}

function asAccess(address: Uint8Array | undefined): JsonObject[] {
  return address === undefined ? [] : [{ address: toHex(address), storageKeys: [] }]
}

const ACCOUNT_METHODS = ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode']

const NOTHING = new Uint8Array(0)

function bytesOf(value: unknown, what: string): Uint8Array {
  if (typeof value === 'string' && /^0x(?:[\da-f]{2})*$/i.test(value)) return fromHex(value)
  throw new UpstreamError(`${what}: the node has sent no bytes`)
}

function bytesList(value: unknown, what: string): Uint8Array[] {
  if (!Array.isArray(value)) throw new UpstreamError(`${what}: the node has sent no list of nodes`)
  return value.map((each) => bytesOf(each, what))
}
