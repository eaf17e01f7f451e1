import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerOf } from '../chain/encoding/decode/headerOf.ts'
import { HeaderFees } from '../chain/encoding/headerFees.ts'
import type { ExecutableTransaction } from '../chain/execution/executedTransactions.ts'
import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import type { Overlay } from '../chain/private/overlay.ts'
import { hasCode } from '../chain/state/emptyAccount.ts'
import { accountAt } from '../chain/state/stateReads.ts'
import { indexesInBlock } from '../chain/store/indexesInBlock.ts'
import { findPath, type TreePath } from '../chain/store/treePath.ts'
import type { Sidecar } from '../pool/decodeSidecar.ts'
import { PoolError } from '../pool/poolError.ts'
import type { SentTransaction } from '../pool/sentTransaction.ts'
import { type PoolRules, type PoolState, TransactionPool } from '../pool/transactionPool.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import { afterMisses } from '../primitives/miss.ts'
import { SerialQueue } from '../primitives/serialQueue.ts'
import { yieldEvery } from '../primitives/yieldToEventLoop.ts'
import type { HeadListener } from './headListeners.ts'
import type { HeldTransactions } from './heldTransactions.ts'
import { KeptSidecars } from './keptSidecars.ts'
import { LeftTransactions } from './leftTransactions.ts'
import { type NumberedTransaction, numbered } from './numberedTransactions.ts'
import type { PoolStatistics } from './poolStatistics.ts'
import type { SentLog } from './sentLog.ts'
import type { Snapshots } from './snapshots.ts'

/** The head on which the transactions of a pool build. */
interface PoolView {
  readonly chain: Overlay
  readonly snapshots: Pick<Snapshots, 'sentCount'> | undefined
  readonly head: SealedBlock
  /** what is set of the header of the next block */
  readonly headerSettings: HeaderSettings | undefined
  onHeadChange(listener: HeadListener): unknown
}

/** The transactions of a pool, adapted to a head. */
export type SentPool = TransactionPool<NumberedTransaction>

type Displaced = ReturnType<SentPool['putBack']>

/** What a pool is adapted to. */
type HeadOf = Pick<PoolView, 'head' | 'headerSettings'>

/** What had been sent to an endpoint when a snapshot was taken. */
export interface SentSnapshot {
  /** how many transactions had entered the pool */
  readonly count: number
  /** the hashes of those in the pool, in the order in which they arrived; the same list while none arrives or leaves */
  readonly pooled: readonly Hex[]
}

/** Before the first transaction. */
export const NOTHING_SENT: SentSnapshot = { count: 0, pooled: [] }

/** A move of the head. */
interface PoolMove extends HeadOf {
  /** between the heads; undefined if it must still be found */
  readonly path?: TreePath | undefined
  /** what it restores */
  readonly restored?: SentSnapshot
}

interface PoolOptions {
  readonly rules: PoolRules
  /** of all endpoints */
  readonly statistics: PoolStatistics
  /** of the transactions that enter it */
  readonly log: SentLog
  /** those that no block includes */
  readonly held: HeldTransactions
}

/** How many blocks of a path are looked at before the event loop continues. */
const BLOCKS_AT_ONCE = 64

/** A transaction that the next block can include. */
export interface PendingTransaction extends ExecutableTransaction {
  readonly hash: Hex
}

/** The transactions that are not in a block; the same list if none is. */
export function withoutIncluded(
  transactions: readonly PendingTransaction[],
  block: SealedBlock,
): readonly PendingTransaction[] {
  if (transactions.length === 0) return transactions
  const included = indexesInBlock(block)
  return transactions.filter(({ hash }) => !included.has(hash))
}

/**
 * The transactions that were sent to an endpoint and that no block of its branch has. It adapts to each move of the head:
 * what blocks have included leaves the pool, and what a reorg has removed from the branch returns. It does not wait until
 * it is used, because otherwise the order of the transactions would depend on what clients read between two moves.
 */
export class EndpointPool {
  readonly #view: PoolView
  readonly #pool: SentPool
  readonly #log: SentLog
  readonly #held: HeldTransactions
  readonly #statistics: PoolStatistics
  /** how many transactions have entered it, or were included by a reorg without entering it */
  #entered = 0
  /** how many bytes of the chain's memory are counted for this pool */
  #counted = 0
  #isClosed = false
  /** the transactions that a block has included or another has replaced, or that a snapshot may restore */
  readonly #left = new LeftTransactions()
  readonly #sidecars: KeptSidecars
  /** the head that the pool is adapted to */
  #head: SealedBlock
  #headerSettings: HeaderSettings | undefined
  /**
   * the moves that it is not adapted to yet, oldest first. Their heads are retained, and they have their paths: when a leader
   * moves on, the blocks that its followers leave may be freed before the pools of these are adapted
   */
  readonly #moves: PoolMove[] = []
  /** settles when the pool is adapted to all moves so far */
  readonly #adaptations = new SerialQueue()
  #ready: readonly PendingTransaction[] | undefined
  #pooled: readonly Hex[] | undefined

  private constructor(
    view: PoolView,
    { rules, statistics, log, held }: PoolOptions,
    state: PoolState,
  ) {
    this.#view = view
    this.#log = log
    this.#held = held
    this.#statistics = statistics
    this.#head = view.head
    this.#headerSettings = view.headerSettings
    this.#sidecars = new KeptSidecars(view.chain)
    this.#pool = new TransactionPool(rules, state)
  }

  /** Creates an empty pool. */
  static async create(view: PoolView, options: PoolOptions): Promise<EndpointPool> {
    const { head, headerSettings } = view
    const state = await stateAfter(view)
    const pool = new EndpointPool(view, options, state)
    pool.#head = head
    pool.#headerSettings = headerSettings
    options.statistics.pools.add(pool)
    view.onHeadChange((path) => pool.#headMoved(path))
    return pool
  }

  /** The pool after the present head. Its content must not be changed. */
  async adapted(): Promise<SentPool> {
    await this.#adaptations.run(() => this.#adapt())
    return this.#pool
  }

  /** A transaction of the pool, or one that a block has included or another has replaced. */
  find(hash: Hex): NumberedTransaction | undefined {
    return this.#pool.get(hash) ?? this.#left.get(hash)
  }

  /** The blobs of a transaction that `find` finds; undefined if it has none, or they are not kept any more. */
  sidecarOf(hash: Hex): Sidecar | undefined {
    return this.find(hash) && this.#sidecars.get(hash)
  }

  /**
   * Adds a transaction.
   *
   * @param isUndoable whether what is returned may be called. Default true
   * @returns makes everything what it was before, while the head is the same
   * @throws {PoolError}
   */
  async add(transaction: SentTransaction, isUndoable = true): Promise<() => void> {
    const pool = await this.adapted()
    const { hash } = transaction
    const added = await afterMisses(() => pool.add(this.#numbered(transaction), isUndoable))
    const entered = this.#entered
    const putBackSidecars = this.#sidecars.keeperOf([transaction, ...added.evicted])
    const putBackLeft = this.#left.keeperOf(hash)
    this.#displaced(added)
    this.#keepSidecar(transaction)
    this.#left.forget(hash)
    this.#changed()
    this.#entered++
    this.#log.add(transaction)
    const unname = this.#held.sent(this.#log.count, hash)
    return () => {
      added.undo()
      if (added.replaced !== undefined) this.#left.forget(added.replaced.hash)
      putBackLeft()
      putBackSidecars()
      this.#entered = entered
      this.#log.withdraw()
      unname()
      this.#changed()
    }
  }

  /** Keeps a transaction that another one has replaced. Nothing brings back those for which a full pool has no room. */
  #displaced({ replaced, evicted }: Displaced): void {
    if (replaced !== undefined) this.#left.keep(replaced)
    for (const { hash } of evicted) this.#sidecars.forget(hash)
  }

  /**
   * Checks a transaction as `add` does, and does not add it.
   *
   * @throws {PoolError}
   */
  async requireAcceptable(transaction: SentTransaction): Promise<void> {
    const pool = await this.adapted()
    await afterMisses(() => pool.requireAcceptable(this.#numbered(transaction)))
  }

  #numbered(transaction: SentTransaction): NumberedTransaction {
    // One that a snapshot has keeps its number.
    const number = this.#left.getUndone(transaction.hash)?.number ?? this.#entered + 1
    return numbered(transaction, number)
  }

  /** Keeps a transaction of a block, which a reorg may return to the pool. */
  keep(transaction: SentTransaction): void {
    const { number } = this.find(transaction.hash) ?? this.#numbered(transaction)
    this.#entered = Math.max(this.#entered, number)
    this.#left.keep(numbered(transaction, number))
    this.#keepSidecar(transaction)
    this.#count()
  }

  #keepSidecar({ hash, sidecar }: SentTransaction): void {
    if (sidecar !== undefined && !this.#isClosed) this.#sidecars.keep(hash, sidecar)
  }

  /** Removes a transaction. Nothing brings it back. @returns whether it was there */
  async remove(hash: Hex): Promise<boolean> {
    const pool = await this.adapted()
    const wasKept = this.#left.forget(hash)
    const wasPooled = pool.remove(hash)
    this.#sidecars.forget(hash)
    this.#changed()
    return wasPooled || wasKept
  }

  /** What `restore` restores. */
  async save(): Promise<SentSnapshot> {
    const pool = await this.adapted()
    this.#pooled ??= pool.hashes()
    return { count: this.#entered, pooled: this.#pooled }
  }

  /**
   * Gives the pool the transactions that it had, and undoes those that were sent since. To be called as soon as the head
   * has moved to where it was then.
   */
  async restore(restored: SentSnapshot): Promise<void> {
    const { head, headerSettings } = this.#view
    // The move of the head alone would return transactions to the pool.
    const move = this.#moves.at(-1)?.head === head ? this.#moves.pop() : undefined
    this.#expect({ head, headerSettings, path: move?.path, restored })
    if (move !== undefined) this.#view.chain.children.release(move.head)
    await this.adapted()
  }

  /** Frees its memory. */
  close(): void {
    this.#statistics.pools.delete(this)
    this.#isClosed = true
    this.#sidecars.clear()
    this.#count()
  }

  #changed(): void {
    this.#ready = undefined
    this.#pooled = undefined
    this.#count()
  }

  #count(): void {
    const bytes = this.#isClosed ? 0 : this.#pool.bytes + this.#left.bytes
    this.#view.chain.memory.add(bytes - this.#counted)
    this.#counted = bytes
  }

  /** Call this when a transaction was held or released. */
  heldChanged(): void {
    this.#ready = undefined
  }

  /** The transactions that the next block can include, in order; the same list while they are the same. */
  async ready(): Promise<readonly PendingTransaction[]> {
    const pool = await this.adapted()
    const isHeld = ({ hash }: SentTransaction): boolean => this.#held.has(hash)
    this.#ready ??= Array.from(pool.inOrder(isHeld), ({ hash, encoded, sender }) => ({
      hash,
      encoded,
      sender: fromHex(sender),
    }))
    return this.#ready
  }

  /** Whether moves of the head may change what it has. */
  get #isUsed(): boolean {
    return this.#pool.count > 0 || !this.#left.isEmpty
  }

  #headMoved(path: TreePath): void {
    if (!this.#isUsed) return
    const { head, headerSettings } = this.#view
    this.#expect({ head, headerSettings, path })
    // The next caller gets the error.
    this.adapted().catch(() => {})
  }

  #expect(move: PoolMove): void {
    this.#view.chain.children.retain(move.head)
    this.#moves.push(move)
  }

  async #adapt(): Promise<void> {
    const view = this.#view
    for (let move = this.#moves.shift(); move !== undefined; move = this.#moves.shift()) {
      try {
        await this.#adaptTo(move)
      } catch (error) {
        this.#moves.unshift(move)
        throw error
      }
      view.chain.children.release(move.head)
    }
    while (view.head !== this.#head || view.headerSettings !== this.#headerSettings) {
      await this.#adaptTo(view)
    }
  }

  async #adaptTo({ head, headerSettings, path, restored }: PoolMove): Promise<void> {
    const { chain } = this.#view
    const { removed, added } = path ?? (await this.#pathTo(head))
    const state = await stateAfter({ chain, head, headerSettings })
    this.#head = head
    this.#headerSettings = headerSettings
    for (const block of added) this.#include(block)
    for (const each of this.#pool.settle(state)) {
      if (this.#left.get(each.hash) === undefined) this.#undo(each)
    }
    // The oldest block first, so that the transactions of a sender return in the order of their nonces.
    if (restored === undefined) for (const block of removed.toReversed()) this.#takeBack(block)
    else this.#restore(restored, { removed, added })
    this.#changed()
  }

  async #pathTo(head: SealedBlock): Promise<TreePath> {
    if (!this.#isUsed) return { removed: [], added: [] }
    const pause = yieldEvery(BLOCKS_AT_ONCE)
    const steps = findPath(this.#view.chain.tree, this.#head, head)
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return step.value
      await pause()
    }
  }

  #include(block: SealedBlock): void {
    let hasSent = false
    for (const hash of indexesInBlock(block).keys()) {
      const transaction = this.#pool.get(hash) ?? this.#left.getUndone(hash)
      if (transaction !== undefined) this.#left.keep(transaction)
      hasSent ||= this.#left.get(hash) !== undefined
    }
    if (hasSent) this.#statistics.blocks++
  }

  /** Returns the transactions of a block that was removed, unless the new branch forbids them. */
  #takeBack(block: SealedBlock): void {
    for (const hash of indexesInBlock(block).keys()) {
      const transaction = this.#left.get(hash)
      if (transaction !== undefined) this.#putBack(transaction)
    }
  }

  #putBack(transaction: NumberedTransaction): void {
    try {
      this.#displaced(this.#pool.putBack(transaction))
      if (this.#pool.get(transaction.hash) !== undefined) this.#left.forget(transaction.hash)
    } catch (error) {
      if (!(error instanceof PoolError)) throw error
    }
  }

  #restore({ count, pooled }: SentSnapshot, { removed, added }: TreePath): void {
    const had = pooled.flatMap((hash) => this.find(hash) ?? this.#left.getUndone(hash) ?? [])
    const stays = new Set([...pooled, ...hashesIn(added)])
    for (const hash of [...hashesIn(removed), ...this.#pool.hashes(), ...this.#left.since(count)]) {
      const transaction = stays.has(hash) ? undefined : this.find(hash)
      if (transaction === undefined) continue
      this.#undo(transaction)
      this.#held.delete(hash)
    }
    // In the same order, the next blocks are the same again.
    const isInOrder = this.#pool.hashes().every((hash, index) => hash === had[index]?.hash)
    if (!isInOrder) for (const hash of this.#pool.hashes()) this.#pool.remove(hash)
    for (const each of had) this.#putBack(each)
    // The snapshots that could restore them may be forgotten now.
    for (const hash of this.#left.forgetUndoneAfter(this.#savedCount)) this.#sidecars.forget(hash)
  }

  /** How many transactions had entered the pool at the newest snapshot that exists. */
  get #savedCount(): number {
    return this.#view.snapshots?.sentCount ?? 0
  }

  /** Hides a transaction from clients, and keeps it if a snapshot may restore it. */
  #undo(transaction: NumberedTransaction): void {
    const { hash, number } = transaction
    this.#pool.remove(hash)
    if (number <= this.#savedCount) {
      this.#left.keepUndone(transaction)
      return
    }
    this.#left.forget(hash)
    this.#sidecars.forget(hash)
  }
}

function hashesIn(blocks: readonly SealedBlock[]): readonly Hex[] {
  return blocks.flatMap((block) => [...indexesInBlock(block).keys()])
}

async function stateAfter({
  chain,
  head,
  headerSettings,
}: HeadOf & Pick<PoolView, 'chain'>): Promise<PoolState> {
  const { states, rules } = chain
  const state = await states.after(head)
  const fees = new HeaderFees(head, rules)
  return {
    baseFee: headerSettings?.baseFeePerGas ?? fees.nextBaseFee ?? 0n,
    blobBaseFee: fees.nextBlobBaseFee ?? 0n,
    gasLimit: headerSettings?.gasLimit ?? headerOf(head).gasLimit,
    accountOf(address) {
      const account = accountAt(state, address)
      if (account === undefined) return { nonce: 0n, balance: 0n, hasCode: false }
      const { nonce, balance } = account
      return { nonce, balance, hasCode: hasCode(account) }
    },
  }
}
