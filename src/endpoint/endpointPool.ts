import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerOf } from '../chain/encoding/decode/headerOf.ts'
import { HeaderFees } from '../chain/encoding/headerFees.ts'
import type { HeaderSettings } from '../chain/generate/headerSettings.ts'
import { EMPTY_CODE_HASH } from '../chain/state/account.ts'
import { accountAt } from '../chain/state/stateReads.ts'
import { indexesInBlock } from '../chain/store/indexesInBlock.ts'
import { findPath, type TreePath } from '../chain/store/treePath.ts'
import { PoolError } from '../pool/poolError.ts'
import type { PoolMemory } from '../pool/poolMemory.ts'
import type { SentTransaction } from '../pool/sentTransaction.ts'
import { type PoolLimits, type PoolState, TransactionPool } from '../pool/transactionPool.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import { yieldEvery } from '../primitives/yieldToEventLoop.ts'
import type { HeldTransactions } from './heldTransactions.ts'
import type { SendingStatistics } from './sendingStatistics.ts'
import type { SentLog } from './sentLog.ts'
import type { ViewedChain } from './view.ts'

/** The head that the transactions of a pool come after. */
interface PoolView {
  readonly chain: ViewedChain
  readonly head: SealedBlock
  /** what is set of the header of the next block */
  readonly headerSettings: HeaderSettings | undefined
  onHeadChange(listener: () => void): unknown
}

/** What a pool is adapted to. */
type HeadOf = Pick<PoolView, 'head' | 'headerSettings'>

interface PoolOptions {
  readonly limits: PoolLimits
  /** of the pools of all endpoints */
  readonly memory: PoolMemory
  /** of all endpoints */
  readonly statistics: SendingStatistics
  /** of the transactions that enter it */
  readonly log: SentLog
  /** those that no block includes */
  readonly held: HeldTransactions
}

/** How many blocks of a path are looked at before the event loop continues. */
const BLOCKS_AT_ONCE = 64

/** A transaction as a block includes it. */
export interface ReadyTransaction {
  readonly hash: Hex
  readonly encoded: Uint8Array
  /** 20 bytes */
  readonly sender: Uint8Array
}

/** The transactions that are not in a block; the same list if none is. */
export function withoutIncluded(
  transactions: readonly ReadyTransaction[],
  block: SealedBlock,
): readonly ReadyTransaction[] {
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
  readonly #pool: TransactionPool<SentTransaction>
  readonly #log: SentLog
  readonly #held: HeldTransactions
  readonly #bytesMax: number
  readonly #memory: PoolMemory
  readonly #statistics: SendingStatistics
  /** how many bytes of `memory` are counted for this pool */
  #counted = 0
  /** that a block has included or another has replaced, oldest first; a reorg may bring them back */
  readonly #left = new Map<Hex, SentTransaction>()
  #leftBytes = 0
  /** the head that the pool is adapted to */
  #head: SealedBlock
  #headerSettings: HeaderSettings | undefined
  /** the heads of moves that it is not adapted to yet, oldest first */
  readonly #moves: HeadOf[] = []
  /** settles when the pool is adapted to all moves so far */
  #adapted: Promise<unknown> = Promise.resolve()
  #ready: readonly ReadyTransaction[] | undefined

  private constructor(
    view: PoolView,
    { limits, memory, statistics, log, held }: PoolOptions,
    state: PoolState,
  ) {
    this.#view = view
    this.#log = log
    this.#held = held
    this.#bytesMax = limits.bytesMax
    this.#memory = memory
    this.#statistics = statistics
    this.#head = view.head
    this.#headerSettings = view.headerSettings
    this.#pool = new TransactionPool(limits, state)
  }

  /** Creates an empty pool. */
  static async create(view: PoolView, options: PoolOptions): Promise<EndpointPool> {
    const { head, headerSettings } = view
    const state = await stateAfter(view)
    const pool = new EndpointPool(view, options, state)
    pool.#head = head
    pool.#headerSettings = headerSettings
    options.statistics.pools.add(pool)
    view.onHeadChange(() => pool.#headMoved())
    return pool
  }

  /** The pool after the present head. Its content must not be changed. */
  async adapted(): Promise<TransactionPool<SentTransaction>> {
    const adapted = this.#adapted.then(() => this.#adapt())
    this.#adapted = adapted.catch(() => {})
    await adapted
    return this.#pool
  }

  /** A transaction of the pool, or one that a block has included or another has replaced. */
  find(hash: Hex): SentTransaction | undefined {
    return this.#pool.get(hash) ?? this.#left.get(hash)
  }

  /**
   * Adds a transaction.
   *
   * @throws {PoolError}
   */
  async add(transaction: SentTransaction): Promise<void> {
    const pool = await this.adapted()
    this.#memory.requireRoom(transaction.bytes)
    const replaced = pool.add(transaction)
    if (replaced !== undefined) this.keep(replaced)
    this.#count(pool.bytes + this.#leftBytes)
    this.#ready = undefined
    this.#log.add(transaction)
    this.#statistics.accepted++
    this.#held.sent(this.#log.count, transaction.hash)
  }

  /** Keeps a transaction of a block, which a reorg may return to the pool. */
  keep(transaction: SentTransaction): void {
    const { hash, bytes } = transaction
    if (this.#left.has(hash)) return
    this.#left.set(hash, transaction)
    this.#leftBytes += bytes
    for (const oldest of this.#left.keys()) {
      if (this.#leftBytes <= this.#bytesMax) break
      this.#forget(oldest)
    }
  }

  /** Removes a transaction. No reorg brings it back. @returns whether it was there */
  async remove(hash: Hex): Promise<boolean> {
    const pool = await this.adapted()
    this.#ready = undefined
    const wasKept = this.#forget(hash)
    const wasPooled = pool.remove(hash)
    this.#count(pool.bytes + this.#leftBytes)
    return wasPooled || wasKept
  }

  /** Its memory is free for others from now on. */
  close(): void {
    this.#statistics.pools.delete(this)
    this.#count(0)
  }

  #count(bytes: number): void {
    this.#memory.change(bytes - this.#counted)
    this.#counted = bytes
  }

  /** To be called when other transactions are held than before. */
  heldChanged(): void {
    this.#ready = undefined
  }

  /** The transactions that the next block can include, in order; the same list while they are the same. */
  async ready(): Promise<readonly ReadyTransaction[]> {
    const pool = await this.adapted()
    const isHeld = ({ hash }: SentTransaction): boolean => this.#held.has(hash)
    this.#ready ??= Array.from(pool.byPrice(isHeld), ({ hash, encoded, sender }) => ({
      hash,
      encoded,
      sender: fromHex(sender),
    }))
    return this.#ready
  }

  /** Whether moves of the head may change what it has. */
  get #isUsed(): boolean {
    return this.#pool.count + this.#left.size > 0
  }

  #headMoved(): void {
    if (!this.#isUsed) return
    const { head, headerSettings } = this.#view
    this.#moves.push({ head, headerSettings })
    // Whoever uses it next gets the error.
    this.adapted().catch(() => {})
  }

  async #adapt(): Promise<void> {
    const view = this.#view
    for (let move = this.#moves.shift(); move !== undefined; move = this.#moves.shift()) {
      await this.#adaptTo(move)
    }
    while (view.head !== this.#head || view.headerSettings !== this.#headerSettings) {
      await this.#adaptTo(view)
    }
  }

  async #adaptTo({ head, headerSettings }: HeadOf): Promise<void> {
    const { chain } = this.#view
    const { removed, added } = this.#isUsed
      ? await pathTo(chain, this.#head, head)
      : { removed: [], added: [] }
    const state = await stateAfter({ chain, head, headerSettings })
    this.#head = head
    this.#headerSettings = headerSettings
    this.#ready = undefined
    for (const block of added) this.#include(block)
    this.#pool.settle(state)
    // The oldest block first, so that the transactions of a sender return in the order of their nonces.
    for (const block of removed.toReversed()) this.#takeBack(block)
    this.#count(this.#pool.bytes + this.#leftBytes)
  }

  #include(block: SealedBlock): void {
    let hasSent = false
    for (const hash of indexesInBlock(block).keys()) {
      const transaction = this.#pool.get(hash)
      if (transaction !== undefined) this.keep(transaction)
      hasSent ||= this.#left.has(hash)
    }
    if (hasSent) this.#statistics.blocks++
  }

  #forget(hash: Hex): boolean {
    this.#leftBytes -= this.#left.get(hash)?.bytes ?? 0
    return this.#left.delete(hash)
  }

  /** Returns the transactions of a block that was removed, unless the new branch forbids them. */
  #takeBack(block: SealedBlock): void {
    for (const hash of indexesInBlock(block).keys()) {
      const transaction = this.#left.get(hash)
      if (transaction === undefined) continue
      try {
        this.#pool.add(transaction)
      } catch (error) {
        if (!(error instanceof PoolError)) throw error
      }
    }
  }
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
      if (account === undefined) return { nonce: 0, balance: 0n, hasCode: false }
      const { nonce, balance, codeHash } = account
      return {
        nonce: Number(nonce),
        balance,
        hasCode: Buffer.compare(codeHash, EMPTY_CODE_HASH) !== 0,
      }
    },
  }
}

async function pathTo(chain: ViewedChain, from: SealedBlock, to: SealedBlock): Promise<TreePath> {
  const pause = yieldEvery(BLOCKS_AT_ONCE)
  const steps = findPath(chain.tree, from, to)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await pause()
  }
}
