import type { Hex } from '../primitives/hex.ts'
import { type PoolAccount, requireAdmissible } from './admission.ts'
import { CheapestFirst } from './cheapestFirst.ts'
import { PoolError } from './poolError.ts'
import { effectiveTip, type PooledTransaction } from './pooledTransaction.ts'
import { PriorityQueue } from './priorityQueue.ts'
import { requireReplaces } from './replacement.ts'
import { SenderQueue } from './senderQueue.ts'

/** The state after the head, on which transactions run next. */
export interface PoolState {
  /** in wei per gas: what the next block demands; 0 before London */
  readonly baseFee: bigint
  /** in wei per blob gas; 0 before Cancun */
  readonly blobBaseFee: bigint
  /** in gas: the limit of the head */
  readonly gasLimit: bigint
  accountOf(address: Hex): PoolAccount
}

/** Which transactions a block includes first: those that pay most, or those that came first. */
export const poolOrders = ['fees', 'fifo'] as const

export type PoolOrder = (typeof poolOrders)[number]

/** How much a pool may have, and what comes first. */
export interface PoolRules {
  /** how many transactions it may have */
  readonly countMax: number
  /** how many bytes they may take */
  readonly bytesMax: number
  /** Default `fees`, as in geth. */
  readonly order?: PoolOrder | undefined
}

export interface SenderContent<T> {
  readonly sender: Hex
  /** that can be included now, in order of nonce */
  readonly pending: readonly T[]
  /** that wait for one with a lower nonce */
  readonly queued: readonly T[]
}

/** The transactions that leave the pool when another one is added. */
interface Displaced<T extends PooledTransaction> {
  /** the one with the same nonce that it replaces; undefined if there is none */
  readonly replaced: T | undefined
  /** those that pay least, where the pool is full */
  readonly evicted: readonly T[]
}

/** What becomes of the others when a transaction is added. */
interface Accepted<T extends PooledTransaction> extends Displaced<T> {
  /** of its sender */
  readonly queue: SenderQueue<T>
}

interface Added<T extends PooledTransaction> extends Displaced<T> {
  /** Makes the pool what it would be if the transaction had not been added, unless the head has moved since. */
  undo(): void
}

/**
 * The transactions that were sent to an endpoint and are in none of its blocks. What is pending and what is queued
 * follows from the nonces of the accounts, so a head that moves, in whatever direction, needs no bookkeeping beyond
 * `settle`.
 */
export class TransactionPool<T extends PooledTransaction> {
  readonly #rules: PoolRules
  #state: PoolState
  #byHash = new Map<Hex, T>()
  #senders = new Map<Hex, SenderQueue<T>>()
  /** how many transactions have an authorization of an account (EIP-7702) */
  readonly #authorities = new Map<Hex, number>()
  #bytes = 0
  /** undefined while it was never full */
  #cheapest: CheapestFirst<T> | undefined

  constructor(rules: PoolRules, state: PoolState) {
    this.#rules = rules
    this.#state = state
  }

  get count(): number {
    return this.#byHash.size
  }

  get bytes(): number {
    return this.#bytes
  }

  get(hash: Hex): T | undefined {
    return this.#byHash.get(hash)
  }

  /** The hashes of all, in the order in which they came. */
  hashes(): readonly Hex[] {
    return [...this.#byHash.keys()]
  }

  /**
   * Adds a transaction that is valid by itself, and checks what depends on the state and on the other transactions, in
   * geth's order.
   *
   * @param isUndoable whether `undo` may be called: only then is the order kept that it needs. Default true
   * @throws {PoolError}
   */
  add(transaction: T, isUndoable = true): Added<T> {
    const accepted = this.requireAcceptable(transaction)
    const { replaced, evicted } = accepted
    // Without others, nothing but itself has to leave again.
    const isAlone = replaced === undefined && evicted.length === 0
    const order =
      isAlone || !isUndoable
        ? undefined
        : { hashes: this.hashes(), senders: [...this.#senders.keys()] }
    this.#put(transaction, accepted)
    return {
      replaced,
      evicted,
      undo: () => {
        this.remove(transaction.hash)
        if (order === undefined) return
        for (const each of replaced === undefined ? evicted : [...evicted, replaced]) {
          const queue = this.#senders.get(each.sender) ?? new SenderQueue<T>()
          this.#put(each, { queue, replaced: undefined, evicted: [] })
        }
        this.#byHash = inOrderOf(order.hashes, this.#byHash)
        this.#senders = inOrderOf(order.senders, this.#senders)
        this.#cheapest = undefined
      },
    }
  }

  /**
   * Adds a transaction that a pool has accepted before, unless `settle` would remove it. The rules about what a sender may
   * have in the pool do not apply again: geth loses such transactions in a reorg, for example those of an account with code.
   *
   * @throws {PoolError} if it may not replace the one with its nonce, or if the pool is full
   */
  putBack(transaction: T): Displaced<T> {
    const { hash, sender, nonce } = transaction
    if (this.#byHash.has(hash) || !isPossible(transaction, this.#state)) return NOTHING
    const queue = this.#senders.get(sender) ?? new SenderQueue<T>()
    const replaced = queue.at(nonce)
    if (replaced !== undefined) requireReplaces(transaction, replaced)
    const evicted = this.#roomFor(transaction, replaced)
    this.#put(transaction, { queue, replaced, evicted })
    return { replaced, evicted }
  }

  #put(transaction: T, { queue, replaced, evicted }: Accepted<T>): void {
    const { hash, sender } = transaction
    for (const each of evicted) this.remove(each.hash)
    if (replaced !== undefined) this.#forget(replaced)
    queue.put(transaction)
    this.#senders.set(sender, queue)
    this.#byHash.set(hash, transaction)
    this.#bytes += transaction.bytes
    this.#cheapest?.add(transaction)
    for (const each of transaction.authorities) this.#countAuthority(each, 1)
  }

  /**
   * Checks a transaction as `add` does, and does not add it.
   *
   * @throws {PoolError}
   */
  requireAcceptable(transaction: T): Accepted<T> {
    const { hash, sender, nonce, blobFeeCap } = transaction
    const known = this.#byHash.has(hash) && new PoolError('ALREADY_KNOWN', 'already known')
    // geth's pool for blobs notices it last, so one that waits has a nonce that is too high when it is sent again.
    if (known && blobFeeCap === undefined) throw known
    const queue = this.#senders.get(sender) ?? new SenderQueue<T>()
    this.#requireAdmissible(queue, transaction)
    if (known) throw known
    requireSameKind(queue, transaction)
    const replaced = queue.at(nonce)
    if (replaced !== undefined) requireReplaces(transaction, replaced)
    return { queue, replaced, evicted: this.#roomFor(transaction, replaced) }
  }

  /** Removes a transaction. Later ones of its sender wait for another with its nonce. */
  remove(hash: Hex): boolean {
    const transaction = this.#byHash.get(hash)
    if (transaction === undefined) return false
    this.#removeIf(transaction.sender, (each) => each === transaction)
    return true
  }

  /**
   * Adapts to a head that has moved: removes transactions whose nonce was used, and those that their sender cannot pay
   * or that no block has room for.
   *
   * @returns those that were removed
   */
  settle(state: PoolState): readonly T[] {
    this.#state = state
    return [...this.#senders.keys()].flatMap((sender) => {
      const account = state.accountOf(sender)
      return this.#removeIf(sender, (each) => !isPossible(each, state, account))
    })
  }

  /** The nonce of the next transaction of a sender, after those that are pending. */
  nextNonce(sender: Hex): bigint {
    const { nonce } = this.#state.accountOf(sender)
    return nonce + BigInt(this.#senders.get(sender)?.pending(nonce).length ?? 0)
  }

  contentOf(sender: Hex): SenderContent<T> {
    const queue = this.#senders.get(sender)
    if (queue === undefined) return { sender, pending: [], queued: [] }
    const { nonce } = this.#state.accountOf(sender)
    return { sender, pending: queue.pending(nonce), queued: queue.queued(nonce) }
  }

  /** By sender, in the order in which the senders came. */
  *contents(): Generator<SenderContent<T>> {
    for (const sender of this.#senders.keys()) yield this.contentOf(sender)
  }

  /**
   * The pending transactions in the order in which a block includes them: those that pay the miner most first, those of
   * one sender by nonce, and of several that pay the same the one that came first (geth, core/txpool/txorder); in the order
   * `fifo` whatever they pay. Those that do not pay the fees of the block are left out, with all later ones of their sender.
   *
   * @param isHeld whether a transaction is left out in the same way
   */
  *inOrder(isHeld: (transaction: T) => boolean = () => false): Generator<T> {
    const { baseFee, blobBaseFee } = this.#state
    const arrivals = new Map([...this.#byHash.keys()].map((hash, index) => [hash, index]))
    const lines = [...this.contents()].map(({ pending }) => [...pending])
    const tipOf = (line: T[]): bigint => effectiveTip(line[0] as T, baseFee)
    const arrivalOf = (line: T[]): number => arrivals.get((line[0] as T).hash) as number
    const pays = ([first]: T[]): boolean =>
      first !== undefined &&
      !isHeld(first) &&
      first.feeCap >= baseFee &&
      (first.blobFeeCap === undefined || first.blobFeeCap >= blobBaseFee)
    const comesBefore = (one: T[], other: T[]): boolean => {
      const [tip, otherTip] = this.#rules.order === 'fifo' ? [0n, 0n] : [tipOf(one), tipOf(other)]
      return tip === otherTip ? arrivalOf(one) < arrivalOf(other) : tip > otherTip
    }
    const ready = new PriorityQueue(lines.filter(pays), comesBefore)
    for (let best = ready.first; best !== undefined; best = ready.first) {
      yield best.shift() as T
      if (pays(best)) ready.firstChanged()
      else ready.shift()
    }
  }

  /** geth has a pool of its own for blobs, which knows nothing of the transactions in the other one. */
  #requireAdmissible(queue: SenderQueue<T>, transaction: T): void {
    const { sender } = transaction
    const account = this.#state.accountOf(sender)
    const own = isSameKind(queue, transaction) ? queue : new SenderQueue<T>()
    requireAdmissible(transaction, {
      account,
      pending: own.pending(account.nonce),
      queued: own.queued(account.nonce),
      isAuthority: this.#authorities.has(sender),
      contentOf: (authority) => {
        const { all = [] } = this.#senders.get(authority) ?? {}
        return {
          count: all.length,
          hasBlobs: all.some(({ blobFeeCap }) => blobFeeCap !== undefined),
        }
      },
    })
  }

  /**
   * The transactions that pay least, to be removed where the pool is full.
   *
   * @throws {PoolError} if the others pay more
   */
  #roomFor(added: T, replaced: T | undefined): readonly T[] {
    const { countMax, bytesMax } = this.#rules
    let count = this.#byHash.size + (replaced === undefined ? 1 : 0)
    let bytes = this.#bytes + added.bytes - (replaced?.bytes ?? 0)
    if (count <= countMax && bytes <= bytesMax) return []
    const queue = this.#cheapestFirst()
    const removed: T[] = []
    queue.take(
      (each) => this.#byHash.get(each.hash) === each,
      (each) => {
        if (count <= countMax && bytes <= bytesMax) return false
        if (each === replaced) return true
        if (queue.compare(each, added) >= 0) return false
        removed.push(each)
        count--
        bytes -= each.bytes
        return true
      },
    )
    if (count > countMax || bytes > bytesMax) {
      throw new PoolError('UNDERPRICED', 'transaction underpriced')
    }
    return removed
  }

  #cheapestFirst(): CheapestFirst<T> {
    const { baseFee } = this.#state
    const kept = this.#cheapest
    // Those that have left the pool stay in the queue until they are its first.
    const isUsable =
      kept !== undefined && kept.baseFee === baseFee && kept.length <= 2 * this.#byHash.size
    const queue = isUsable ? kept : new CheapestFirst(this.#byHash.values(), baseFee)
    this.#cheapest = queue
    return queue
  }

  #removeIf(sender: Hex, isWanted: (transaction: T) => boolean): readonly T[] {
    const queue = this.#senders.get(sender)
    const removed = queue?.removeIf(isWanted) ?? []
    for (const each of removed) this.#forget(each)
    if (queue?.isEmpty) this.#senders.delete(sender)
    return removed
  }

  #forget({ hash, bytes, authorities }: T): void {
    this.#byHash.delete(hash)
    this.#bytes -= bytes
    for (const each of authorities) this.#countAuthority(each, -1)
  }

  #countAuthority(authority: Hex, change: 1 | -1): void {
    const count = (this.#authorities.get(authority) ?? 0) + change
    if (count > 0) this.#authorities.set(authority, count)
    else this.#authorities.delete(authority)
  }
}

const NOTHING = { replaced: undefined, evicted: [] }

/** The entries of a map, those of these keys first and in their order. */
function inOrderOf<Key, Value>(
  keys: readonly Key[],
  map: ReadonlyMap<Key, Value>,
): Map<Key, Value> {
  const first = keys.flatMap((key): [Key, Value][] => {
    const value = map.get(key)
    return value === undefined ? [] : [[key, value]]
  })
  return new Map([...first, ...map])
}

/** Whether a block after the head, or a later one, can include a transaction. */
function isPossible(
  { sender, nonce, cost, gas }: PooledTransaction,
  { gasLimit, accountOf }: PoolState,
  account = accountOf(sender),
): boolean {
  return nonce >= account.nonce && cost <= account.balance && gas <= gasLimit
}

function isSameKind<T extends PooledTransaction>(
  { all: [first] }: SenderQueue<T>,
  other: T,
): boolean {
  return (
    first === undefined || (first.blobFeeCap === undefined) === (other.blobFeeCap === undefined)
  )
}

/** A sender has transactions in one of geth's two pools only. */
function requireSameKind<T extends PooledTransaction>(queue: SenderQueue<T>, other: T): void {
  if (!isSameKind(queue, other)) throw new PoolError('ADDRESS_RESERVED', 'address already reserved')
}
