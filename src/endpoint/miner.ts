import { CostlyCallError, callServerError } from '../chain/calls/callError.ts'
import type { Sidecar } from '../pool/decodeSidecar.ts'
import type { SentTransaction } from '../pool/sentTransaction.ts'
import type { PoolRules } from '../pool/transactionPool.ts'
import { messageOf } from '../primitives/errors.ts'
import type { Hex } from '../primitives/hex.ts'
import { UpstreamError } from '../primitives/upstreamError.ts'
import { WitnessError } from '../primitives/witnessError.ts'
import { type Condition, type WaitOptions, Waits } from './activity/waits.ts'
import type { WorkKind } from './activity/workInProgress.ts'
import { type Building, buildWithServed, served, type Unserved } from './buildWithServed.ts'
import { dropChange, MINE_ONE } from './changes.ts'
import type { Endpoint } from './endpoint.ts'
import {
  EndpointPool,
  NOTHING_SENT,
  type PendingTransaction,
  type SentSnapshot,
} from './endpointPool.ts'
import { HeldTransactions, type SentName } from './heldTransactions.ts'
import { Impersonation } from './impersonation.ts'
import { MiningTimer } from './miningTimer.ts'
import type { PoolStatistics } from './poolStatistics.ts'
import { SentLog } from './sentLog.ts'

export interface MinerOptions {
  readonly pool: PoolRules
  /** of all endpoints */
  readonly statistics: PoolStatistics
  /** whether a transaction is mined when it is sent */
  readonly automine: boolean
  /** in seconds: how often a block is mined; undefined: never by itself */
  readonly interval: number | undefined
  /** whether a client has made the endpoint by using a key. Default false. */
  readonly isOfClients?: boolean | undefined
  /** is called when a transaction that waited is dropped, because it can never be mined */
  readonly onDropped?: ((dropped: DroppedTransaction) => void) | undefined
}

/** A transaction that has left the pool because it can never be mined. */
export interface DroppedTransaction {
  readonly hash: Hex
  readonly reason: string
}

/** How many dropped transactions `ommer_status` lists. */
const DROPPED_MAX = 100

/** Takes what clients send to an endpoint, and mines it. */
export class Miner {
  /** Whether a transaction is mined when it is sent. */
  automine: boolean
  /** In wei per gas: what a transaction must pay the miner at least, if a test has set it. */
  tipMin: bigint | undefined
  /** `automine` when the endpoint was created. */
  readonly initialAutomine: boolean
  readonly log = new SentLog()
  readonly #held = new HeldTransactions()
  readonly impersonation = new Impersonation()
  readonly #target: Endpoint
  readonly #poolRules: PoolRules
  readonly statistics: PoolStatistics
  #pool: Promise<EndpointPool> | undefined
  #interval: number | undefined
  /** that of all endpoints of the server */
  readonly #serverInterval: number | undefined
  #dropped: readonly DroppedTransaction[] = []
  /** the transaction that a client sends now, which is mined at once */
  #sending: Hex | undefined
  #problem: string | undefined
  readonly #onDropped: MinerOptions['onDropped']
  #timer: MiningTimer | undefined
  readonly #isOfClients: boolean
  /** the waits of clients for blocks; those of tests have a limit of their own */
  readonly #waits = new Waits()

  constructor(
    target: Endpoint,
    { pool, statistics, automine, interval, isOfClients = false, onDropped }: MinerOptions,
  ) {
    this.#onDropped = onDropped
    this.#target = target
    this.#poolRules = pool
    this.statistics = statistics
    this.automine = automine
    this.initialAutomine = automine
    this.#isOfClients = isOfClients
    this.#serverInterval = interval
    this.interval = interval
    target.onHeadChange(() => {
      // Before clients see the block that has it.
      this.log.accept()
      this.#waits.check()
    })
    target.onClose(() => {
      this.interval = undefined
      this.#waits.close('the endpoint is closed')
      void this.#pool?.then((pool) => pool.close())
    })
  }

  /** In seconds: how often a block is mined; undefined: never by itself. */
  get interval(): number | undefined {
    return this.#interval
  }

  set interval(seconds: number | undefined) {
    this.#timer?.stop()
    this.#timer = undefined
    this.#interval = seconds
    if (seconds === undefined) return
    const { activity, changes } = this.#target
    this.#timer = new MiningTimer(seconds, {
      activity,
      isOfClients: this.#isOfClients,
      restsUnused: this.#isOfClients && seconds !== this.#serverInterval,
      mayMine: () => changes.mayRunTimers,
      mine: () => this.#mineByTimer(),
    })
  }

  /** The transactions that no block has; undefined while none were sent. */
  get pool(): Promise<EndpointPool> | undefined {
    return this.#pool
  }

  /** Why the timer did not mine the last block that was due; undefined if it did. */
  get problem(): string | undefined {
    return this.#problem
  }

  /** The transactions that were dropped last, oldest first. */
  get dropped(): readonly DroppedTransaction[] {
    return this.#dropped
  }

  /** The transactions that the next block can include, in order; the same list while they are the same. */
  async ready(): Promise<readonly PendingTransaction[]> {
    return (await (await this.#pool)?.ready()) ?? NONE
  }

  /**
   * Adds a transaction, and with automine mines it. To be called in the turn of the endpoint.
   *
   * @param isJoined whether it is mined later by `mineJoined`
   * @throws {PoolError} if the pool refuses it
   * @throws {ReadOnlyChainError} if the chain cannot be extended
   * @throws {PrivateMemoryError} if there is no memory for it
   * @throws {CallError} if it takes too much time or memory to be mined; it is then forgotten
   */
  async send(transaction: SentTransaction, isJoined = false): Promise<void> {
    // One that is refused for this must not wait in the pool.
    this.#requireRoom(transaction.bytes)
    const pool = await this.#begun()
    const isMinedNow = this.automine && !isJoined
    const undo = await pool.add(transaction, isMinedNow)
    const { head } = this.#target
    let isAccepted = true
    try {
      if (isMinedNow) await this.#mineSent(transaction.hash)
    } catch (error) {
      // The client gets the error. Once others were mined with it, the journal has it as sent: the next block drops it.
      const isUnserved = error instanceof UpstreamError || error instanceof WitnessError
      if (isUnserved && this.#target.head === head) {
        undo()
        isAccepted = false
      }
      throw error
    } finally {
      if (isAccepted) {
        this.statistics.accepted++
        this.log.accept()
      }
    }
  }

  /** Mines a transaction that has just been sent, in the turn of its endpoint. */
  async #mineSent(hash: Hex): Promise<void> {
    const before = this.#dropped
    this.#sending = hash
    try {
      await this.#mineWith(hash, () => this.#target.forward(1))
    } finally {
      this.#sending = undefined
    }
    const dropped = this.#dropped.at(-1)
    if (this.#dropped === before || dropped?.hash !== hash) return
    throw callServerError(`the transaction was dropped: ${dropped.reason}`)
  }

  /** Checks that there is memory for a transaction in the pool, and then for blocks. */
  #requireRoom(bytes: number): void {
    const { memory } = this.#target.chain
    memory.add(bytes)
    try {
      memory.requireRoom()
    } finally {
      memory.add(-bytes)
    }
  }

  /**
   * Mines a transaction that is sent again and still waits, for example because the process has ended within its batch.
   * To be called in the turn of the endpoint.
   *
   * @throws as `send`
   */
  async mineKnown(hash: Hex): Promise<void> {
    if (this.automine) await this.#mineWith(hash, () => this.#mineBlock())
  }

  /**
   * Mines blocks until a transaction no longer waits, because others may come before it; without one, until none waits.
   *
   * @param mine mines a block
   */
  async #mineWith(hash: Hex | undefined, mine: () => Promise<unknown>): Promise<void> {
    for (let left = Number.POSITIVE_INFINITY; ; ) {
      // A replay stops where the change did: the server was closed, or had no memory to mine more.
      if (this.#target.changes.hasReachedRecordedHead) return
      const { length } = await this.ready()
      // What is left in the pool may not fit into any block.
      if (length === 0 || length >= left) return
      left = length
      await mine()
      if (hash === undefined) continue
      if (length === 1 || !(await this.ready()).some((ready) => ready.hash === hash)) return
    }
  }

  /** Mines the transactions that were sent together, in as few blocks as have room for them. */
  async mineJoined(): Promise<void> {
    if (this.automine) await this.#mineWith(undefined, () => this.#mine('moves'))
  }

  async #mineByTimer(): Promise<void> {
    try {
      await this.#mine('mining')
      this.#problem = undefined
    } catch (error) {
      this.#problem = messageOf(error)
      throw error
    }
  }

  #mine(kind: WorkKind): Promise<unknown> {
    return this.#target.exclusively(() => this.#mineBlock(), kind)
  }

  /** Mines a block that is no part of another change. */
  #mineBlock(): Promise<unknown> {
    return this.#target.apply(MINE_ONE, () => this.#target.forward(1))
  }

  /**
   * Checks a transaction as `send` does, and does not add it.
   *
   * @throws {PoolError} if the pool refuses it
   */
  async requireAcceptable(transaction: SentTransaction): Promise<void> {
    const pool = await this.#begun()
    await pool.requireAcceptable(transaction)
  }

  /**
   * Builds blocks that include what was sent. A transaction is left out if it needs state that the forked network refuses
   * again and again, and is dropped once the blocks exist. If the transactions take too much time or memory together, fewer
   * are tried; one that does alone is dropped, and the next one is tried alone.
   *
   * @throws {UpstreamError | WitnessError} if state is missing for the transaction that is being sent, for the block itself
   *   or for a block after the first one, or may be available later; then no block is built, and no transaction is dropped
   */
  async include<T>(building: Building<T>): Promise<T> {
    const unserved: Unserved = new Map()
    const isSending = ({ hash }: PendingTransaction) => hash === this.#sending
    for (let sent = await this.ready(); ; ) {
      try {
        const built = await buildWithServed(building, sent, unserved, isSending)
        for (const [{ hash }, reason] of unserved) await this.#drop({ hash, reason })
        return built
      } catch (error) {
        sent = served(sent, unserved)
        const [first] = sent
        if (first === undefined || !(error instanceof CostlyCallError)) throw error
        if (sent.length > 1) {
          sent = sent.slice(0, Math.ceil(sent.length / 2))
        } else {
          await this.#drop({ hash: first.hash, reason: error.message })
          sent = served(await this.ready(), unserved).slice(0, 1)
        }
      }
    }
  }

  /** Drops a transaction that can never be mined, as a change of its own unless it is the one that is being sent. */
  async #drop(dropped: DroppedTransaction): Promise<void> {
    const { hash } = dropped
    this.#dropped = [...this.#dropped, dropped].slice(-DROPPED_MAX)
    if (hash === this.#sending) {
      await (await this.#pool)?.remove(hash)
      return
    }
    await this.#target.apply(dropChange(hash), () => this.drop(hash))
    this.#onDropped?.(dropped)
  }

  /**
   * Resolves when a condition is met after a move of the head.
   *
   * @throws {WaitError}
   */
  until<T>(condition: Condition<T>, options: WaitOptions): Promise<T> {
    return this.#waits.until(condition, options)
  }

  /** The hash of a transaction that was sent; undefined if a number is higher than theirs, or its hash is not kept. */
  hashOf(name: SentName): Hex | undefined {
    return typeof name === 'number' ? this.log.hashOf(name) : name
  }

  /** A transaction that was sent, as blocks include it; undefined if it is not kept. */
  async find(hash: Hex): Promise<SentTransaction | undefined> {
    const pool = await this.#pool
    await pool?.adapted()
    return pool?.find(hash)
  }

  /** The blobs of a transaction that was sent; undefined if it has none, or they are not kept. */
  async sidecarOf(hash: Hex): Promise<Sidecar | undefined> {
    const pool = await this.#pool
    await pool?.adapted()
    return pool?.sidecarOf(hash)
  }

  /**
   * Resolves to a function that keeps transactions which blocks include though they were not sent, so that a reorg can
   * return them to the pool. Call it once the blocks exist: a reorg that fails is in no journal, so it must change nothing.
   */
  async keeper(transactions: readonly SentTransaction[]): Promise<() => void> {
    const pool = await this.#begun()
    return () => {
      for (const transaction of transactions) pool.keep(transaction)
    }
  }

  /**
   * Holds a transaction back from blocks, or releases it. It may be sent later.
   *
   * @throws {EndpointMoveError} INVALID_ARGUMENT if too many are held
   */
  async hold(name: SentName, isHeld: boolean): Promise<void> {
    if (isHeld) this.#held.add(this.hashOf(name) ?? name)
    else this.#held.delete(this.hashOf(name) ?? name)
    const pool = await this.#pool
    pool?.heldChanged()
  }

  /** Forgets a transaction. @returns whether it was there */
  async drop(hash: Hex): Promise<boolean> {
    this.#held.delete(hash)
    return (await (await this.#pool)?.remove(hash)) ?? false
  }

  /** Forgets the transactions that no block has: all, or those of one sender. */
  async dropAll(sender?: Hex): Promise<void> {
    const pool = await (await this.#pool)?.adapted()
    for (const content of [...(pool?.contents() ?? [])]) {
      if (sender !== undefined && content.sender !== sender) continue
      for (const { hash } of [...content.pending, ...content.queued]) await this.drop(hash)
    }
  }

  /** What has been sent, for `restore`. */
  async save(): Promise<SentSnapshot> {
    return (await (await this.#pool)?.save()) ?? NOTHING_SENT
  }

  /**
   * Moves the head to where it was when something was saved, with what the pool had then, and forgets what was sent since.
   *
   * @param move moves the head
   */
  async restore<T>(sent: SentSnapshot, move: () => T): Promise<T> {
    const pool = await this.#pool
    // What earlier moves have undone depends on the snapshots that existed.
    await pool?.adapted()
    const moved = move()
    await pool?.restore(sent)
    return moved
  }

  #begun(): Promise<EndpointPool> {
    if (this.#pool !== undefined) return this.#pool
    const pool = EndpointPool.create(this.#target, {
      rules: this.#poolRules,
      statistics: this.statistics,
      log: this.log,
      held: this.#held,
    })
    this.#pool = pool
    // The next attempt may find the state of the head.
    pool.catch(() => {
      this.#pool = undefined
    })
    return pool
  }
}

const NONE: readonly PendingTransaction[] = []
