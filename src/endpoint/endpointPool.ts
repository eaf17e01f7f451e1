import type { SealedBlock } from '../chain/encoding/block.ts'
import { headerOf } from '../chain/encoding/decode/headerOf.ts'
import { HeaderFees } from '../chain/encoding/headerFees.ts'
import { EMPTY_CODE_HASH } from '../chain/state/account.ts'
import { accountAt } from '../chain/state/stateReads.ts'
import { indexesInBlock } from '../chain/store/indexesInBlock.ts'
import { findPath, type TreePath } from '../chain/store/treePath.ts'
import { PoolError } from '../pool/poolError.ts'
import type { SentTransaction } from '../pool/sentTransaction.ts'
import { type PoolLimits, type PoolState, TransactionPool } from '../pool/transactionPool.ts'
import { fromHex, type Hex } from '../primitives/hex.ts'
import { yieldEvery } from '../primitives/yieldToEventLoop.ts'
import type { SentLog } from './sentLog.ts'
import type { ViewedChain } from './view.ts'

/** The head that the transactions of a pool come after. */
interface PoolView {
  readonly chain: ViewedChain
  readonly head: SealedBlock
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
 * The transactions that were sent to an endpoint and that no block of its branch has. It adapts to moves of the head when
 * it is next used: what blocks have included leaves the pool, and what a reorg has removed from the branch returns.
 */
export class EndpointPool {
  readonly #view: PoolView
  readonly #pool: TransactionPool<SentTransaction>
  readonly #log: SentLog
  readonly #bytesMax: number
  /** of blocks that the head has passed, oldest first; a reorg may bring them back */
  readonly #included = new Map<Hex, SentTransaction>()
  #includedBytes = 0
  /** the head that the pool is adapted to */
  #head: SealedBlock
  /** settles when the pool is adapted to all moves so far */
  #adapted: Promise<unknown> = Promise.resolve()
  #ready: readonly ReadyTransaction[] | undefined

  private constructor(view: PoolView, limits: PoolLimits, log: SentLog, state: PoolState) {
    this.#view = view
    this.#log = log
    this.#bytesMax = limits.bytesMax
    this.#head = view.head
    this.#pool = new TransactionPool(limits, state)
  }

  /**
   * Creates an empty pool.
   *
   * @param log of the transactions that enter it
   */
  static async create(view: PoolView, limits: PoolLimits, log: SentLog): Promise<EndpointPool> {
    const { head } = view
    const state = await stateAfter(view.chain, head)
    const pool = new EndpointPool(view, limits, log, state)
    pool.#head = head
    return pool
  }

  /** The pool after the present head. Its content must not be changed. */
  async adapted(): Promise<TransactionPool<SentTransaction>> {
    const adapted = this.#adapted.then(() => this.#adapt())
    this.#adapted = adapted.catch(() => {})
    await adapted
    return this.#pool
  }

  /** A transaction of the pool, or of a block that a reorg may remove. */
  find(hash: Hex): SentTransaction | undefined {
    return this.#pool.get(hash) ?? this.#included.get(hash)
  }

  /**
   * Adds a transaction.
   *
   * @throws {PoolError}
   */
  async add(transaction: SentTransaction): Promise<void> {
    const pool = await this.adapted()
    pool.add(transaction)
    this.#ready = undefined
    this.#log.add(transaction)
  }

  /** Removes a transaction. @returns whether it was there */
  async remove(hash: Hex): Promise<boolean> {
    const pool = await this.adapted()
    this.#forgetIncluded(hash)
    this.#ready = undefined
    return pool.remove(hash)
  }

  /** The transactions that the next block can include, in order; the same list while they are the same. */
  async ready(): Promise<readonly ReadyTransaction[]> {
    const pool = await this.adapted()
    this.#ready ??= Array.from(pool.byPrice(), ({ hash, encoded, sender }) => ({
      hash,
      encoded,
      sender: fromHex(sender),
    }))
    return this.#ready
  }

  async #adapt(): Promise<void> {
    const { chain } = this.#view
    for (let { head } = this.#view; head !== this.#head; head = this.#view.head) {
      const isUsed = this.#pool.count + this.#included.size > 0
      const { removed, added } = isUsed
        ? await pathTo(chain, this.#head, head)
        : { removed: [], added: [] }
      const state = await stateAfter(chain, head)
      this.#head = head
      this.#ready = undefined
      for (const block of added) this.#include(block)
      this.#pool.settle(state)
      // The oldest block first, so that the transactions of a sender return in the order of their nonces.
      for (const block of removed.toReversed()) this.#takeBack(block)
    }
  }

  #include(block: SealedBlock): void {
    for (const hash of indexesInBlock(block).keys()) {
      const transaction = this.#pool.get(hash)
      if (transaction === undefined || this.#included.has(hash)) continue
      this.#included.set(hash, transaction)
      this.#includedBytes += transaction.bytes
    }
    for (const hash of this.#included.keys()) {
      if (this.#includedBytes <= this.#bytesMax) break
      this.#forgetIncluded(hash)
    }
  }

  #forgetIncluded(hash: Hex): void {
    this.#includedBytes -= this.#included.get(hash)?.bytes ?? 0
    this.#included.delete(hash)
  }

  /** Returns the transactions of a block that was removed, unless the new branch forbids them. */
  #takeBack(block: SealedBlock): void {
    for (const hash of indexesInBlock(block).keys()) {
      const transaction = this.#included.get(hash)
      if (transaction === undefined) continue
      try {
        this.#pool.add(transaction)
      } catch (error) {
        if (!(error instanceof PoolError)) throw error
      }
    }
  }
}

async function stateAfter({ states, rules }: ViewedChain, head: SealedBlock): Promise<PoolState> {
  const state = await states.after(head)
  const fees = new HeaderFees(head, rules)
  return {
    baseFee: fees.nextBaseFee ?? 0n,
    blobBaseFee: fees.nextBlobBaseFee ?? 0n,
    gasLimit: headerOf(head).gasLimit,
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
