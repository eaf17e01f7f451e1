import type { SealedBlock } from '../chain/block.ts'
import { type BlockTime, latestTimestamp } from '../chain/blockTime.ts'
import type { Chain } from '../chain/chain.ts'
import { headerTimestamp } from '../chain/decode/headerTimestamp.ts'
import type { Wanted } from '../chain/growth.ts'
import { ReadOnlyChainError } from '../chain/readOnly.ts'
import type { TransactionPlace } from '../chain/tree.ts'
import type { Hex } from '../primitives/hex.ts'
import { type Clock, increase, UNTOLD } from './clock.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { FaultPlan } from './faults/faultPlan.ts'
import {
  type FinalityRule,
  type FinalityState,
  type FinalityTag,
  settleFinality,
  taggedNumber,
} from './finality.ts'
import { type HeadListener, HeadListeners } from './headListeners.ts'
import { EndpointMoveError, requireWhole } from './moveError.ts'
import { OwnPath } from './ownPath.ts'
import { Turns } from './turns.ts'

/** A tag that names a block which is there already; `pending` is the only other. */
export type BlockTag = 'latest' | 'earliest' | 'safe' | 'finalized'

/** What an endpoint asks of a chain: a part of one, which does not grow, will do. */
export type ViewedChain = Pick<
  Chain,
  'chainId' | 'rules' | 'finality' | 'tree' | 'candidate' | 'strayAnswers'
> & { readonly growth?: Chain['growth'] | undefined }

/** A head that follows that of another endpoint. */
export interface Lag {
  readonly behind: Endpoint
  /** in blocks; a chain that is shorter than that is seen as its first block */
  readonly by: number
}

export interface MineOptions {
  /** Each block comes so many seconds after its parent. By default as the chain has them come. */
  readonly secondsBetween?: number | undefined
}

export interface ReorgOptions {
  /** How many blocks of the present branch are left, at least 1. */
  readonly depth: number
  /** How many come in their place, at least 1. Default: one more. */
  readonly length?: number | undefined
  /** Whether finalized blocks may be among those that are left. Default false. */
  readonly force?: boolean | undefined
}

interface Snapshot {
  readonly head: SealedBlock
  readonly finality: FinalityState | undefined
  readonly clock: Clock
}

/**
 * One view of a chain: what a client sees who holds this API key. Many endpoints share one chain and cost next to
 * nothing. One that was never moved follows the head of the chain; from its first move on it has a head of its own, and
 * whatever others do it stays where it is.
 */
export class Endpoint {
  readonly key: string
  readonly chain: ViewedChain
  readonly dialect: Dialect
  /** What goes wrong here; undefined while nothing does. */
  faults: FaultPlan | undefined
  #path: OwnPath | undefined
  #lag: Lag | undefined
  #finality: FinalityState | undefined
  #clock = UNTOLD
  #snapshots: Snapshot[] | undefined
  #listeners: HeadListeners | undefined
  #turns: Turns | undefined
  #isClosed = false

  constructor(key: string, chain: ViewedChain, dialect: Dialect) {
    this.key = key
    this.chain = chain
    this.dialect = dialect
  }

  get head(): SealedBlock {
    if (this.#path !== undefined) return this.#path.head
    if (this.#lag === undefined) return this.chain.tree.head
    const { behind, by } = this.#lag
    const number = Math.max(behind.head.number - by, this.chain.tree.first.number)
    return behind.blockByNumber(number) as SealedBlock
  }

  /** The canonical block at a height; undefined above the head. */
  blockByNumber(number: number): SealedBlock | undefined {
    if (this.#path !== undefined) return this.#path.blockByNumber(number)
    if (this.#lag === undefined) return this.chain.tree.byNumber(number)
    return number > this.head.number ? undefined : this.#lag.behind.blockByNumber(number)
  }

  /** A block of any branch, an uncle's block included. */
  blockByHash(hash: Hex): SealedBlock | undefined {
    return this.chain.tree.byHash(hash)
  }

  /**
   * The block that a tag names now; undefined for `safe` and `finalized` while the chain is too
   * short for them, or finality is absent.
   */
  blockByTag(tag: BlockTag): SealedBlock | undefined {
    switch (tag) {
      case 'latest':
        return this.head
      case 'earliest':
        return this.chain.tree.first
      default: {
        const number = taggedNumber(this.#finalityState, tag, this.head.number)
        return number === undefined ? undefined : this.blockByNumber(number)
      }
    }
  }

  /**
   * The candidate child of the head: what the next block will hold, as far as is known now; undefined where a recorded
   * chain has none.
   */
  async pendingBlock(): Promise<SealedBlock | undefined> {
    const { growth } = this.chain
    const time = this.#clock.next
    const follows = this.#path === undefined && this.#lag === undefined
    if (growth === undefined || (follows && time === undefined)) {
      return this.chain.candidate(() => this.head)
    }
    return growth.candidate(this.head, { time })
  }

  /** A transaction of the canonical chain. */
  transactionByHash(hash: Hex): TransactionPlace | undefined {
    if (this.#path !== undefined) return this.#path.transactionByHash(hash)
    if (this.#lag === undefined) return this.chain.tree.transaction(hash)
    const place = this.#lag.behind.transactionByHash(hash)
    return place !== undefined && place.block.number <= this.head.number ? place : undefined
  }

  /** Answers that do not follow from the blocks: they are about the chain's own head. */
  get strayAnswers(): ViewedChain['strayAnswers'] {
    return this.#path === undefined && this.#lag === undefined ? this.chain.strayAnswers : undefined
  }

  /**
   * Moves the head on: on the main branch over blocks that are there, as far as they are, and from there on over new
   * ones; on another branch over blocks that continue it. The head of the chain stays where it is.
   *
   * @param count how many blocks
   * @returns these blocks, oldest first
   * @throws {EndpointMoveError} INVALID_ARGUMENT
   * @throws {ReadOnlyChainError} where the chain was loaded, and has not got so many
   * @throws {BlockMisuseError} where the first of them cannot come at the time that was set
   */
  mine(count = 1, { secondsBetween }: MineOptions = {}): Promise<readonly SealedBlock[]> {
    return this.inTurn(async () => {
      requireWhole('count', count, 0)
      if (secondsBetween !== undefined) requireWhole('secondsBetween', secondsBetween, 1)
      return this.#forward(count, secondsBetween)
    })
  }

  /**
   * Moves the head forward to a number, as `mine` does, or to any block, on whatever branch.
   *
   * @param block a number of at least that of the head, or a hash
   * @returns the new head
   * @throws {EndpointMoveError} BEHIND_HEAD, NO_SUCH_BLOCK
   * @throws {ReadOnlyChainError} as `mine`
   */
  advanceTo(block: number | Hex): Promise<SealedBlock> {
    return this.inTurn(async () => {
      if (typeof block === 'number') {
        requireWhole('block', block, 0)
        const { number } = this.head
        if (block < number) {
          const problem = `block ${block} is behind the head, block ${number}: roll back by ${number - block}, or give its hash`
          throw new EndpointMoveError('BEHIND_HEAD', problem)
        }
        await this.#forward(block - number)
      } else {
        this.moveTo(block)
      }
      return this.head
    })
  }

  /**
   * Moves the head to another branch. Of the transactions that are left some come again, at other places, and some are
   * dropped. The same reorg of the same head leads to the same blocks.
   *
   * @returns the blocks of the new branch, oldest first
   * @throws {EndpointMoveError} REORG_TOO_DEEP, REORG_PAST_FINALITY unless forced, INVALID_ARGUMENT
   * @throws {ReadOnlyChainError} where the chain was loaded: it has no other branches to be found by their depth
   */
  reorg({ depth, length, force = false }: ReorgOptions): Promise<readonly SealedBlock[]> {
    return this.inTurn(async () => {
      requireWhole('depth', depth, 1)
      if (length !== undefined) requireWhole('length', length, 1)
      const { head } = this
      const fork = this.blockByNumber(head.number - depth)
      if (fork === undefined) {
        const problem = `depth: ${depth} is more than the ${head.number - this.chain.tree.first.number} blocks that can be left`
        throw new EndpointMoveError('REORG_TOO_DEEP', problem)
      }
      const finalized = this.blockByTag('finalized')
      const isViolation = finalized !== undefined && finalized.number > fork.number
      if (isViolation && !force) {
        const problem = `depth: ${depth} would leave block ${finalized.number}, which is finalized; force: true does it all the same`
        throw new EndpointMoveError('REORG_PAST_FINALITY', problem)
      }
      const branch = { label: `reorg-${depth}-${head.hash}`, replaces: head }
      const finality = this.#finalityState
      const added = await this.#whilePinned(() =>
        this.#walk(fork, length ?? depth + 1, () => ({ branch })),
      )
      if (typeof finality.rule === 'object') {
        // Even where the new branch is shorter, what is final stays so.
        const kept = isViolation || !finalized ? {} : keptFrom(finalized.number)
        this.#finality = { rule: finality.rule, kept }
      }
      this.#moveTo(added.at(-1) as SealedBlock)
      return added
    })
  }

  /**
   * Moves the head to a block that is there.
   *
   * @param block number on the chain's main branch, or hash of any block
   * @throws {EndpointMoveError} NO_SUCH_BLOCK, BUSY while another operation is under way
   */
  moveTo(block: number | Hex): void {
    this.#turns?.requireFree('moveTo')
    const { tree } = this.chain
    const target = typeof block === 'number' ? tree.byNumber(block) : tree.byHash(block)
    if (target === undefined) {
      throw new EndpointMoveError('NO_SUCH_BLOCK', `there is no block ${String(block)}`)
    }
    this.#jump(target)
  }

  /**
   * Moves the head back along its branch.
   *
   * @param count how many blocks
   * @throws {EndpointMoveError} ROLLBACK_TOO_DEEP, INVALID_ARGUMENT, BUSY while another operation is under way
   */
  rollback(count: number): void {
    this.#turns?.requireFree('rollback')
    requireWhole('count', count, 0)
    const { head } = this
    const target = this.blockByNumber(head.number - count)
    if (target === undefined) {
      const problem = `count: ${count} is more than the ${head.number - this.chain.tree.first.number} blocks that there are`
      throw new EndpointMoveError('ROLLBACK_TOO_DEEP', problem)
    }
    this.#jump(target)
  }

  /**
   * Keeps where the head is, and what was set of time and finality.
   *
   * @returns what `revert` takes, as often as wanted: 1 for the first, and so on
   * @throws {EndpointMoveError} BUSY while another operation is under way
   */
  snapshot(): number {
    this.#turns?.requireFree('snapshot')
    this.#snapshots ??= []
    return this.#snapshots.push({ head: this.head, finality: this.#finality, clock: this.#clock })
  }

  /**
   * Goes back to a snapshot. The same calls lead to the same blocks from there, each time.
   *
   * @returns whether there is such a snapshot
   * @throws {EndpointMoveError} BUSY while another operation is under way
   */
  revert(id: number): boolean {
    this.#turns?.requireFree('revert')
    const snapshot = this.#snapshots?.[id - 1]
    if (snapshot === undefined) return false
    this.#finality = snapshot.finality
    this.#clock = snapshot.clock
    this.#moveTo(snapshot.head)
    return true
  }

  /**
   * Has the next block that is mined come later than it would; those after it follow on it. It is a block of a branch
   * of its own then.
   *
   * @param seconds at least 0
   * @returns how many seconds that makes with all that came before
   * @throws {EndpointMoveError} INVALID_ARGUMENT, INVALID_TIMESTAMP, BUSY while another operation is under way
   * @throws {ReadOnlyChainError} where the chain was loaded: no block of it can come at another time
   */
  increaseTime(seconds: number): number {
    this.#turns?.requireFree('increaseTime')
    requireWhole('seconds', seconds, 0)
    const clock = increase(this.#clock, seconds)
    const { next } = clock
    if (next !== undefined) this.#requireTime(next)
    this.#clock = clock
    return clock.increased
  }

  /**
   * Sets when the next block that is mined comes. It is a block of a branch of its own then.
   *
   * @param seconds since 1970, later than the head
   * @throws {EndpointMoveError} INVALID_TIMESTAMP, BUSY while another operation is under way
   * @throws {ReadOnlyChainError} where the chain was loaded: no block of it can come at another time
   */
  setNextBlockTimestamp(seconds: number): void {
    this.#turns?.requireFree('setNextBlockTimestamp')
    const next = { at: seconds }
    this.#requireTime(next)
    this.#clock = { increased: this.#clock.increased, next }
  }

  /** Where `safe` and `finalized` stand. By default as the chain has it. */
  get finality(): FinalityRule {
    return this.#finalityState.rule
  }

  set finality(rule: FinalityRule) {
    this.setFinality(rule)
  }

  /**
   * Sets where `safe` and `finalized` stand.
   *
   * @throws {EndpointMoveError} INVALID_ARGUMENT
   */
  setFinality(rule: FinalityRule): void {
    this.#finality = settleFinality(rule, (tag) => this.blockByTag(tag))
  }

  /** Whose head this one's follows, and how far behind; undefined where it has its own, or follows the chain. */
  get lag(): Lag | undefined {
    return this.#lag
  }

  /** @throws {EndpointMoveError} LAG_LOOP, INVALID_ARGUMENT, BUSY while another operation is under way */
  set lag(lag: Lag | undefined) {
    this.#turns?.requireFree('lag')
    if (lag !== undefined) {
      requireWhole('lag.by', lag.by, 0)
      for (let at: Endpoint | undefined = lag.behind; at !== undefined; at = at.#lag?.behind) {
        if (at !== this) continue
        throw new EndpointMoveError('LAG_LOOP', `lag: ${this.key} would be behind itself`)
      }
    }
    this.#path = undefined
    this.#lag = lag
    this.#followSource()
    this.#listeners?.announce(this.head)
  }

  /**
   * Has a function told how the head moves: by operations on this endpoint, and while it follows the chain or another
   * endpoint with these. It must not throw.
   *
   * @returns ends that
   */
  onHeadChange(listener: HeadListener): () => void {
    this.#listeners ??= new HeadListeners(this.chain.tree, this.head)
    const listeners = this.#listeners
    listeners.add(listener)
    if (listeners.count === 1) this.#followSource()
    return () => {
      listeners.remove(listener)
      if (listeners.count === 0) this.#listeners = undefined
    }
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Ends it: it is not to be asked any more, and tells nobody how its head moves. */
  close(): void {
    this.#isClosed = true
    this.#listeners?.clear()
    this.#listeners = undefined
  }

  /** Runs work when all operations that were asked for before are done: what is done at once can wait for its turn so. */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    this.#turns ??= new Turns()
    return this.#turns.take(() => {
      if (this.#isClosed) throw new EndpointMoveError('CLOSED', 'the endpoint is closed')
      return work()
    })
  }

  get #finalityState(): FinalityState {
    return this.#finality ?? { rule: this.chain.finality, kept: {} }
  }

  async #forward(count: number, secondsBetween?: number): Promise<readonly SealedBlock[]> {
    if (count === 0) return []
    const between = secondsBetween === undefined ? undefined : { after: secondsBetween }
    const first = this.#clock.next ?? between
    const added = await this.#whilePinned(() =>
      this.#walk(this.head, count, (index) => ({ time: index === 0 ? first : between })),
    )
    this.#clock = { increased: this.#clock.increased, next: undefined }
    this.#moveTo(added.at(-1) as SealedBlock)
    return added
  }

  async #walk(
    from: SealedBlock,
    count: number,
    wantedAt: (index: number) => Wanted,
  ): Promise<readonly SealedBlock[]> {
    const { growth } = this.chain
    if (growth === undefined)
      throw new ReadOnlyChainError('this part of a chain has no more blocks')
    const blocks: SealedBlock[] = []
    let at = from
    for (let index = 0; index < count; index++) {
      const wanted = wantedAt(index)
      at = growth.known(at, wanted) ?? (await growth.child(at, wanted))
      blocks.push(at)
    }
    return blocks
  }

  /** Keeps the head where it is until the work is done: whom it followed may move on meanwhile. */
  async #whilePinned<T>(work: () => Promise<T>): Promise<T> {
    const [path, lag] = [this.#path, this.#lag]
    this.#moveTo(this.head)
    try {
      return await work()
    } catch (error) {
      this.#path = path
      this.#lag = lag
      this.#followSource()
      this.#listeners?.announce(this.head)
      throw error
    }
  }

  /** To a block that what is final need not be below. */
  #jump(target: SealedBlock): void {
    const state = this.#finality
    if (state !== undefined && typeof state.rule === 'object') {
      this.#finality = { rule: state.rule, kept: {} }
    }
    this.#moveTo(target)
  }

  #moveTo(target: SealedBlock): void {
    if (this.#path !== undefined && target.parentHash === this.#path.head.hash) {
      this.#path.push(target)
    } else if (target !== this.#path?.head) {
      this.#path = new OwnPath(this.chain.tree, target)
      this.#lag = undefined
      this.#followSource()
    }
    this.#listeners?.announce(target)
  }

  #followSource(): void {
    const listeners = this.#listeners
    if (listeners === undefined) return
    const announce = () => listeners.announce(this.head)
    if (this.#path !== undefined) listeners.follow(undefined)
    else if (this.#lag !== undefined) listeners.follow(this.#lag.behind.onHeadChange(announce))
    else listeners.follow(this.chain.growth?.onExtended(announce))
  }

  /** @throws {EndpointMoveError} INVALID_TIMESTAMP where the next block cannot come then */
  #requireTime(time: BlockTime): void {
    const { chain, head } = this
    if (chain.growth === undefined || chain.growth.isReadOnly) {
      throw new ReadOnlyChainError('a chain that was loaded has no blocks that come at other times')
    }
    const low = headerTimestamp(head) + 1
    const high = latestTimestamp(chain.rules, head.number + 1)
    const earliest = 'at' in time ? time.at : 'later' in time ? low + time.later : low
    if (!Number.isSafeInteger(earliest) || earliest < low || earliest > high) {
      const problem = `timestamp: ${earliest} is not from ${low} to ${high}, as that of block ${head.number + 1} has to be`
      throw new EndpointMoveError('INVALID_TIMESTAMP', problem)
    }
  }
}

function keptFrom(number: number): Record<FinalityTag, number> {
  return { safe: number, finalized: number }
}
