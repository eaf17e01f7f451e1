import type { EarlierBlocks } from '../chain/earlierBlocks.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import { StoredBlock } from '../chain/encoding/storedBlock.ts'
import type { TransactionLocation } from '../chain/store/tree.ts'
import type { BlockJson } from '../formats/json/blockJson.ts'
import { readHash } from '../formats/readHash.ts'
import { type Hex, toQuantity } from '../primitives/hex.ts'
import { Miss } from '../primitives/miss.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'
import { yieldToEventLoop } from '../primitives/yieldToEventLoop.ts'
import { readQuantity } from '../record/quantity.ts'
import { type ReadBlock, readNetworkBlock } from './pin.ts'
import type { Upstream } from './upstream.ts'
import { recallBlock } from './witness/recallBlock.ts'
import type { Witness } from './witness/witness.ts'
import { stateName } from './witness/witnessLines.ts'

/** How many blocks are kept, and how many hashes that name none. */
const BLOCKS_MAX = 2048
const ABSENT_MAX = 10_000

/** How many blocks are read at once when a client reads one after the other. */
const AHEAD_MAX = 16

interface Kept {
  readonly sealed: SealedBlock
  readonly transactionHashes: readonly Hex[]
  /** until it is part of the witness */
  json: BlockJson | undefined
}

/** Where the number of the block is found that a hash leads to. */
interface NumberSource {
  /** in the witness */
  readonly kept: number | undefined
  /** whether the block was read */
  readonly isKnown: () => boolean
  readonly ask: (node: Upstream) => Promise<number | undefined>
}

/** The blocks of a network before the pinned one. Each is checked by itself, and against its neighbours that are kept. */
export class NetworkBlocks implements EarlierBlocks {
  readonly #upstream: Upstream
  readonly #witness: Witness | undefined
  readonly #chainId: number
  readonly #pin: SealedBlock
  /** of the pinned block in the witness */
  readonly #name: string
  /** by number, in the order in which they were read */
  readonly #blocks = new Map<number, Kept>()
  readonly #byHash = new Map<Hex, Kept>()
  readonly #locations = new Map<Hex, number>()
  /** of blocks and transactions that do not exist before the pinned block */
  readonly #absent = new Set<Hex>()
  readonly #reading = new Map<number, Promise<void>>()
  readonly #checking = new WeakMap<Upstream, Promise<void>>()

  constructor(upstream: Upstream, chainId: number, { sealed }: ReadBlock, witness?: Witness) {
    this.#upstream = upstream
    this.#witness = witness
    this.#chainId = chainId
    this.#pin = sealed
    this.#name = stateName(sealed)
  }

  byNumber(number: number): SealedBlock | undefined {
    if (number < 0 || number >= this.#pin.number) return undefined
    const kept = this.#blocks.get(number)
    if (kept !== undefined) return this.#note(kept).sealed
    throw new Miss(`block ${number}`, () => this.#readAhead(number))
  }

  byHash(given: Hex): SealedBlock | undefined {
    const hash = given.toLowerCase() as Hex
    if (this.#absent.has(hash)) return undefined
    const kept = this.#byHash.get(hash)
    if (kept !== undefined) return this.#note(kept).sealed
    throw new Miss(`block ${hash}`, () => this.#find(hash))
  }

  transaction(given: Hex): TransactionLocation | undefined {
    const hash = given.toLowerCase() as Hex
    if (this.#absent.has(hash)) return undefined
    const kept = this.#blocks.get(this.#locations.get(hash) ?? -1)
    const index = kept?.transactionHashes.indexOf(hash) ?? -1
    if (kept !== undefined && index >= 0) return { block: this.#note(kept).sealed, index }
    throw new Miss(`transaction ${hash}`, () => this.#locate(hash))
  }

  /** Adds a block to the witness when a client asks for it: one that was only read ahead is not kept there. */
  #note(kept: Kept): Kept {
    const { sealed, json } = kept
    if (json !== undefined) this.#witness?.addBlock(this.#name, sealed.number, sealed.hash, json)
    kept.json = undefined
    return kept
  }

  /** A client that reads one block after the other will want the next ones, too. */
  async #readAhead(number: number): Promise<void> {
    const isNext =
      this.#blocks.has(number - 1) && this.#witness?.blockAt(this.#name, number) === undefined
    const end = Math.min(this.#pin.number, number + (isNext ? AHEAD_MAX : 1))
    const reads: Promise<void>[] = []
    for (let at = number; at < end; at++) if (!this.#blocks.has(at)) reads.push(this.#read(at))
    await Promise.all(reads)
  }

  #read(number: number): Promise<void> {
    const known = this.#reading.get(number)
    if (known !== undefined) return known
    const read = this.#recall(number)
      .then((block) => block ?? this.#readFromNetwork(number))
      .then((block) => this.#keep(block))
      .finally(() => this.#reading.delete(number))
    this.#reading.set(number, read)
    return read
  }

  /** What a node says of a number is of the pinned block's branch only as long as that is the node's own. */
  async #readFromNetwork(number: number): Promise<ReadBlock> {
    return this.#upstream.fromOneNode(async (node) => {
      const block = await readNetworkBlock(node, this.#chainId, number)
      await this.#requirePinnedOnce(node)
      return block
    })
  }

  /** As `#requirePinned`. What was read in the same turn shares one request. */
  #requirePinnedOnce(node: Upstream): Promise<void> {
    const known = this.#checking.get(node)
    if (known !== undefined) return known
    const checking = yieldToEventLoop().then(() => {
      this.#checking.delete(node)
      return this.#requirePinned(node)
    })
    this.#checking.set(node, checking)
    return checking
  }

  async #requirePinned(node: Upstream): Promise<void> {
    const { number, hash } = this.#pin
    const found = await node.get('eth_getBlockByNumber', toQuantity(number), false)
    const there = readHash(Object(found).hash)
    if (there === hash) return
    if (there === undefined) throw this.#lags()
    throw new UpstreamError(
      `the network no longer has the pinned block ${number}, ${hash}, so blocks before it cannot be read by number; fork it again`,
    )
  }

  async #recall(number: number): Promise<ReadBlock | undefined> {
    const hash = this.#witness?.blockAt(this.#name, number)
    return hash && this.#witness && recallBlock(this.#witness, { number, hash }, this.#chainId)
  }

  #nextTo(number: number): SealedBlock | undefined {
    return number + 1 === this.#pin.number ? this.#pin : this.#blocks.get(number + 1)?.sealed
  }

  #keep({ sealed, transactionHashes, whole }: ReadBlock): void {
    const { number, hash, parentHash } = sealed
    const child = this.#nextTo(number)
    const parent = this.#blocks.get(number - 1)?.sealed
    const isLinked =
      (child?.parentHash ?? hash) === hash && (parent?.hash ?? parentHash) === parentHash
    if (!isLinked) {
      throw new UpstreamError(
        `block ${number}, ${hash}, and its neighbours are of different branches`,
      )
    }
    const json = this.#witness?.isWritten ? whole : undefined
    const kept = { sealed: new StoredBlock(sealed), transactionHashes, json }
    this.#blocks.set(number, kept)
    this.#byHash.set(hash, kept)
    for (const each of transactionHashes) this.#locations.set(each, number)
    // A node may have denied them.
    for (const each of [hash, ...transactionHashes]) this.#absent.delete(each)
    for (const [oldest, { sealed: left, transactionHashes: hashes }] of this.#blocks) {
      if (this.#blocks.size <= BLOCKS_MAX) break
      this.#blocks.delete(oldest)
      this.#byHash.delete(left.hash)
      for (const each of hashes) this.#locations.delete(each)
    }
  }

  async #find(hash: Hex): Promise<void> {
    await this.#readOrNote(hash, {
      kept: this.#witness?.numberOf(this.#name, hash),
      isKnown: () => this.#byHash.has(hash),
      ask: (node) => this.#askNumber(hash, node),
    })
  }

  async #askNumber(hash: Hex, node: Upstream): Promise<number | undefined> {
    node.requireOnline(`block ${hash}`)
    const found = await node.get('eth_getBlockByHash', hash, false)
    return readQuantity(Object(found).number)
  }

  async #locate(hash: Hex): Promise<void> {
    await this.#readOrNote(hash, {
      kept: this.#witness?.blockOf(this.#name, hash),
      isKnown: () => this.#locations.has(hash),
      ask: (node) => this.#askLocation(hash, node),
    })
  }

  async #askLocation(hash: Hex, node: Upstream): Promise<number | undefined> {
    node.requireOnline(`transaction ${hash}`)
    const found = await node.get('eth_getTransactionByHash', hash)
    return readQuantity(Object(found).blockNumber)
  }

  /**
   * Reads the block of a hash, or notes that there is none: blocks after the pinned one do not exist here, and those of
   * other branches were never canonical here.
   */
  async #readOrNote(hash: Hex, { kept, isKnown, ask }: NumberSource): Promise<void> {
    if (kept === undefined && this.#isKnownAbsent(hash)) return this.#noteAbsent(hash)
    const isThere = await this.#upstream.fromOneNode(async (node) => {
      const number = kept ?? (await ask(node))
      if (number !== undefined && number < this.#pin.number) await this.#read(number)
      if (isKnown()) return true
      await this.#requireNodeOfBranch(node)
      return false
    })
    if (!isThere) this.#noteAbsent(hash)
  }

  /** A node that lags behind, or is on another branch, does not know what is absent from that of the pinned block. */
  async #requireNodeOfBranch(node: Upstream): Promise<void> {
    const [pinned] = await Promise.all([
      node.get('eth_getBlockByHash', this.#pin.hash, false),
      this.#requirePinnedOnce(node),
    ])
    if (readHash(Object(pinned).hash) !== this.#pin.hash) throw this.#lags()
  }

  #lags(): UpstreamError {
    const { number, hash } = this.#pin
    return new UpstreamError(
      `the node does not have the pinned block ${number}, ${hash}, so it does not know what is before it`,
    )
  }

  #isKnownAbsent(hash: Hex): boolean {
    return this.#witness?.has(this.#absentLine(hash)) ?? false
  }

  #absentLine(hash: Hex): string {
    return `absent ${this.#name} ${hash}`
  }

  #noteAbsent(hash: Hex): void {
    this.#absent.add(hash)
    this.#witness?.add(this.#absentLine(hash))
    for (const oldest of this.#absent) {
      if (this.#absent.size <= ABSENT_MAX) break
      this.#absent.delete(oldest)
    }
  }
}
