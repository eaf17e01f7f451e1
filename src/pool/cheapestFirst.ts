import { effectiveTip, type PooledTransaction } from './pooledTransaction.ts'
import { PriorityQueue } from './priorityQueue.ts'

/** A transaction, and its turn among those that pay the same. */
interface Arrived<T> {
  readonly transaction: T
  readonly arrival: number
}

/**
 * The transactions of a full pool in the order in which they make room for others. It is kept from one send to the next,
 * because a pool that is full stays full.
 */
export class CheapestFirst<T extends PooledTransaction> {
  readonly baseFee: bigint
  readonly #queue: PriorityQueue<Arrived<T>>
  #arrivals: number

  /** @param transactions in the order in which they arrived */
  constructor(transactions: Iterable<T>, baseFee: bigint) {
    this.baseFee = baseFee
    const arrived = Array.from(transactions, (transaction, arrival) => ({ transaction, arrival }))
    this.#arrivals = arrived.length
    this.#queue = new PriorityQueue(arrived, (one, other) => {
      const order = this.compare(one.transaction, other.transaction)
      return order === 0 ? one.arrival < other.arrival : order < 0
    })
  }

  /** How many it has, those that have left the pool included. */
  get length(): number {
    return this.#queue.length
  }

  add(transaction: T): void {
    this.#queue.push({ transaction, arrival: this.#arrivals++ })
  }

  /** Of one sender, the last one is the first to go. */
  compare(one: T, other: T): number {
    const [tip, otherTip] = [effectiveTip(one, this.baseFee), effectiveTip(other, this.baseFee)]
    if (tip !== otherTip) return tip < otherTip ? -1 : 1
    return Number(other.nonce - one.nonce)
  }

  /**
   * The first transactions.
   *
   * @param isPresent whether the pool has a transaction: others leave the queue
   * @param isWanted called for each in order, until it returns false
   */
  take(isPresent: (transaction: T) => boolean, isWanted: (transaction: T) => boolean): void {
    // One that has left the pool and returned may be there twice.
    const taken = new Map<T, Arrived<T>>()
    for (let { first } = this.#queue; first !== undefined; first = this.#queue.first) {
      const { transaction } = first
      if (isPresent(transaction) && !taken.has(transaction)) {
        if (!isWanted(transaction)) break
        taken.set(transaction, first)
      }
      this.#queue.shift()
    }
    for (const each of taken.values()) this.#queue.push(each)
  }
}
