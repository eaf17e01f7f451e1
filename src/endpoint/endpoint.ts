import type { BlockTime } from '../chain/byHand/blockTime.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { ChildOptions, SideBranch } from '../chain/generate/growth.ts'
import { ReadOnlyChainError } from '../chain/store/readOnlyChainError.ts'
import { pathBetween } from '../chain/store/treePath.ts'
import type { Hex } from '../primitives/hex.ts'
import { wholeNumber } from '../primitives/input.ts'
import { type Clock, requireTime } from './clock.ts'
import {
  afterJump,
  afterReorg,
  type FinalityRule,
  type FinalityState,
  settleFinality,
} from './finality.ts'
import type { Lag } from './headPointer.ts'
import { HeadView } from './headView.ts'
import { EndpointMoveError, readArgument } from './moveError.ts'
import { Turns } from './turns.ts'
import { type Pause, walk } from './walk.ts'

/** When mined blocks come. */
interface Forward {
  /** the first of them */
  readonly time?: BlockTime | undefined
  readonly secondsBetween?: number | undefined
  readonly pause?: Pause | undefined
}

/** How the head switches to another branch. */
interface BranchSwitch {
  /** how many blocks of it */
  readonly length: number
  /** whether finalized blocks are left */
  readonly isViolation: boolean
  readonly pause?: Pause | undefined
}

/** What `revert` goes back to. */
interface Snapshot {
  readonly head: SealedBlock
  readonly finality: FinalityState
  readonly clock: Clock
}

/**
 * One view of a chain: what a client with one of its API keys sees. Many endpoints share one chain and cost next to
 * nothing. An endpoint that was never moved follows the head of the chain; from its first move on it has its own head,
 * which no other endpoint moves.
 *
 * What moves it here does so at once, or as soon as the blocks exist. Moves (`moves/`) call it in turn: see `inTurn`.
 */
export class Endpoint extends HeadView {
  /**
   * The faults in force; undefined while there are none, which is all that answering checks then. A room above stores them
   * here and knows what they are: see `faults/endpointFaults.ts`.
   */
  faults: object | undefined
  #snapshots: Snapshot[] | undefined
  #turns: Turns | undefined
  #isClosed = false
  #onClose: Set<() => void> | undefined

  /**
   * Moves the head on: on the main branch over blocks that exist, as far as they do, and from there on over new ones; on
   * another branch over blocks that continue it. The head of the chain stays where it is.
   *
   * @returns these blocks, oldest first
   * @throws {ReadOnlyChainError} where the chain was loaded, and has not got so many
   * @throws {BlockMisuseError} where the first of them cannot come at the time that was set
   */
  async forward(
    count: number,
    { time = this.clock.next, secondsBetween, pause }: Forward = {},
  ): Promise<readonly SealedBlock[]> {
    if (count === 0) return []
    const between = secondsBetween === undefined ? undefined : { after: secondsBetween }
    const first = time ?? between
    const wantedAt = (index: number): ChildOptions => ({ time: index === 0 ? first : between })
    const added = await this.#walk(this.head, count, wantedAt, pause)
    this.clock = { increased: this.clock.increased, next: undefined }
    this.pointer.moveTo(added.at(-1) as SealedBlock)
    return added
  }

  /**
   * Moves the head to a branch that forks off a block of its own.
   *
   * @returns the blocks of that branch, oldest first
   * @throws {ReadOnlyChainError} where the chain was loaded: it has no other branches to be found by their depth
   */
  async switchBranch(
    fork: SealedBlock,
    branch: SideBranch,
    { length, isViolation, pause }: BranchSwitch,
  ): Promise<readonly SealedBlock[]> {
    const heights = { head: this.head.number, peak: this.finalityPeak }
    const added = await this.#walk(fork, length, () => ({ branch }), pause)
    this.finalityState = isViolation
      ? afterJump(this.finalityState, fork.number)
      : afterReorg(this.finalityState, fork.number, heights)
    this.pointer.moveTo(added.at(-1) as SealedBlock)
    return added
  }

  /** Has a head of its own from now on, where it is now. */
  stay(): void {
    this.pointer.moveTo(this.head)
  }

  /**
   * Moves the head to a block that exists.
   *
   * @param block number on the chain's main branch, or hash of any block
   * @throws {EndpointMoveError} NO_SUCH_BLOCK
   */
  moveTo(block: number | Hex): void {
    const { tree } = this.chain
    const target = typeof block === 'number' ? tree.byNumber(block) : tree.byHash(block)
    if (target === undefined) {
      throw new EndpointMoveError('NO_SUCH_BLOCK', `there is no block ${String(block)}`)
    }
    this.jumpTo(target)
  }

  /** Moves the head to a block, even one below what was final. */
  jumpTo(target: SealedBlock): void {
    const { head } = this
    this.finalityState = this.#ownFinality
    this.pointer.moveTo(target)
    this.#leave(head)
  }

  /**
   * Keeps where the head is, and what was set of time and finality.
   *
   * @returns what `revert` takes, as often as wanted: 1 for the first, and so on
   */
  snapshot(): number {
    this.#snapshots ??= []
    return this.#snapshots.push({
      head: this.head,
      finality: this.#ownFinality,
      clock: this.clock,
    })
  }

  /** How many there are. */
  get snapshotCount(): number {
    return this.#snapshots?.length ?? 0
  }

  /** Goes back to a snapshot, and tells whether it exists. */
  revert(id: number): boolean {
    const snapshot = this.#snapshots?.[id - 1]
    if (snapshot === undefined) return false
    this.finalityState = snapshot.finality
    this.clock = snapshot.clock
    this.pointer.moveTo(snapshot.head)
    return true
  }

  /**
   * Sets when the next block comes.
   *
   * @throws {EndpointMoveError} INVALID_TIMESTAMP
   * @throws {ReadOnlyChainError} where the chain was loaded: no block of it can come at another time
   */
  setClock(clock: Clock): void {
    this.requireTime(clock.next)
    this.clock = clock
  }

  /** Refuses a time as `setClock` does. */
  requireTime(time: BlockTime | undefined): void {
    const { growth, rules } = this.chain
    if (growth === undefined || growth.isReadOnly) throw new ReadOnlyChainError(NO_GROWTH)
    if (time !== undefined) requireTime(time, rules, this.head)
  }

  /** Where `safe` and `finalized` stand. By default as the chain has it. */
  get finality(): FinalityRule {
    return this.finalityState.rule ?? this.chain.finality
  }

  setFinality(rule: FinalityRule): void {
    this.finalityState = settleFinality(rule, (tag) => this.blockByTag(tag))
  }

  /** Whose head this one's follows, and how far behind; undefined where it has its own, or follows the chain. */
  get lag(): Lag | undefined {
    return this.pointer.lag
  }

  /**
   * @param lag undefined: it follows the chain, as it did before it was moved
   * @throws {EndpointMoveError} LAG_LOOP, INVALID_ARGUMENT
   */
  set lag(lag: Lag | undefined) {
    if (lag !== undefined) readArgument(distance, lag.by, 'lag.by')
    for (let leader = lag?.behind; leader !== undefined; leader = leader.lag?.behind) {
      if (leader !== this) continue
      throw new EndpointMoveError('LAG_LOOP', `lag: '${this.key}' would be behind itself`)
    }
    const { head } = this
    this.pointer.follow(lag)
    this.#leave(head)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Ends it: it is not to be asked any more, and tells nobody how its head moves. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.pointer.forgetListeners()
    for (const listener of this.#onClose ?? []) listener()
  }

  /** Has a function called when it ends. It must not throw. */
  onClose(listener: () => void): void {
    this.#onClose ??= new Set()
    this.#onClose.add(listener)
  }

  /**
   * Runs work, which may move the endpoint, when all that was asked for before is done. It must not wait for another turn
   * of the same endpoint, which waits for it.
   *
   * @throws {EndpointMoveError} CLOSED
   */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    this.#turns ??= new Turns()
    return this.#turns.take(() => {
      this.#requireOpen()
      return work()
    })
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new EndpointMoveError('CLOSED', 'the endpoint is closed')
  }

  /** Has finality stand on the branch that the head has come to. */
  #leave(head: SealedBlock): void {
    const { stalledAt, peak } = this.finalityState
    if (stalledAt === undefined && peak === undefined) return
    const { removed } = pathBetween(this.chain.tree, head, this.head)
    // Who only goes on leaves nothing that was final.
    if (removed.length === 0) return
    this.finalityState = afterJump(this.finalityState, head.number - removed.length)
  }

  /** What there is to keep of finality where the head stops to follow another's. */
  get #ownFinality(): FinalityState {
    const { finalityState, finalityPeak: peak } = this
    return peak === finalityState.peak ? finalityState : { ...finalityState, peak }
  }

  /** Stays where it is until all blocks are there, and where one of them does not come is as it was. */
  async #walk(
    from: SealedBlock,
    count: number,
    wantedAt: (index: number) => ChildOptions,
    pause?: Pause,
  ): Promise<readonly SealedBlock[]> {
    const { growth } = this.chain
    if (growth === undefined) throw new ReadOnlyChainError(NO_GROWTH)
    const { finalityState } = this
    this.finalityState = this.#ownFinality
    try {
      return await this.pointer.whileStanding(() =>
        // Where it is closed nobody waits for the rest, which may be long.
        walk(growth, from, count, wantedAt, () => {
          this.#requireOpen()
          return pause?.()
        }),
      )
    } catch (error) {
      this.finalityState = finalityState
      throw error
    }
  }
}

const distance = wholeNumber(0)

const NO_GROWTH =
  'the chain was loaded without what it takes to make blocks: it has those that it has'
