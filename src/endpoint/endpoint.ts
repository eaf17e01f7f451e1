import type { BlockTime } from '../chain/byHand/blockTime.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { Wanted } from '../chain/generate/growth.ts'
import { ReadOnlyChainError } from '../chain/store/readOnly.ts'
import { pathBetween } from '../chain/store/treePath.ts'
import type { Hex } from '../primitives/hex.ts'
import { type Clock, increase, requireTime } from './clock.ts'
import {
  afterJump,
  afterReorg,
  type FinalityRule,
  type FinalityState,
  settleFinality,
} from './finality.ts'
import { EndpointMoveError, requireHash, requireOptions, requireWhole } from './moveError.ts'
import {
  BLOCKS_MAX,
  type MineOptions,
  mineOptionNames,
  type Pause,
  type ReorgOptions,
} from './moves.ts'
import type { Lag } from './position.ts'
import { planReorg } from './reorg.ts'
import { Turns } from './turns.ts'
import { View } from './view.ts'
import { walk } from './walk.ts'

/** When blocks come that are mined. */
interface Forward {
  /** the first of them */
  readonly time?: BlockTime | undefined
  readonly secondsBetween?: number | undefined
  readonly pause?: Pause | undefined
}

interface Snapshot {
  readonly head: SealedBlock
  readonly finality: FinalityState
  readonly clock: Clock
}

/**
 * One view of a chain: what a client sees who holds an API key of it. Many endpoints share one chain and cost next to
 * nothing. One that was never moved follows the head of the chain; from its first move on it has a head of its own, and
 * whatever others do it stays where it is.
 */
export class Endpoint extends View {
  /**
   * What goes wrong here; undefined while nothing does, which is all that an answer looks at then. A room above keeps it
   * here and knows what it is: see `faults/endpointFaults.ts`.
   */
  faults: object | undefined
  #snapshots: Snapshot[] | undefined
  #turns: Turns | undefined
  #isClosed = false
  #onClose: Set<() => void> | undefined

  /**
   * Moves the head on: on the main branch over blocks that are there, as far as they are, and from there on over new
   * ones; on another branch over blocks that continue it. The head of the chain stays where it is.
   *
   * @param count how many blocks, at most 1,000,000
   * @param pause asked between two blocks
   * @returns these blocks, oldest first
   * @throws {EndpointMoveError} INVALID_ARGUMENT, INVALID_TIMESTAMP
   * @throws {ReadOnlyChainError} where the chain was loaded, and has not got so many
   * @throws {BlockMisuseError} where the first of them cannot come at the time that was set
   */
  mine(count = 1, options: MineOptions = {}, pause?: Pause): Promise<readonly SealedBlock[]> {
    return this.inTurn(async () => {
      requireWhole('count', count, 0, BLOCKS_MAX)
      requireOptions('mine', options, mineOptionNames, '{ secondsBetween: 12 }')
      const { secondsBetween, timestamp } = options
      if (secondsBetween !== undefined) requireWhole('secondsBetween', secondsBetween, 1)
      const time = timestamp === undefined ? undefined : { at: timestamp }
      if (time !== undefined) this.#requireTime(time)
      return this.#forward(count, { time, secondsBetween, pause })
    })
  }

  /**
   * Moves the head forward to a number, as `mine` does, or to any block, on whatever branch.
   *
   * @param block a number of at least that of the head and at most 1,000,000 more, or a hash
   * @param pause asked between two blocks
   * @returns the new head
   * @throws {EndpointMoveError} BEHIND_HEAD, NO_SUCH_BLOCK, INVALID_ARGUMENT
   * @throws {ReadOnlyChainError} as `mine`
   */
  advanceTo(block: number | Hex, pause?: Pause): Promise<SealedBlock> {
    return this.inTurn(async () => {
      if (typeof block === 'number') {
        const { number } = this.head
        requireWhole('block', block, 0, number + BLOCKS_MAX)
        if (block < number) {
          const problem = `block ${block} is behind the head, block ${number}: roll back by ${number - block}, or give its hash`
          throw new EndpointMoveError('BEHIND_HEAD', problem)
        }
        await this.#forward(block - number, { pause })
        // It stays there, though it may have been there before.
        this.position.moveTo(this.head)
      } else {
        requireHash('block', block)
        this.moveTo(block)
      }
      return this.head
    })
  }

  /**
   * Moves the head to another branch. Of the transactions that are left some come again, at other places, and some are
   * dropped. The same reorg of the same head leads to the same blocks.
   *
   * @param pause asked between two blocks
   * @returns the blocks of the new branch, oldest first
   * @throws {EndpointMoveError} REORG_TOO_DEEP, REORG_PAST_FINALITY unless forced, INVALID_ARGUMENT
   * @throws {ReadOnlyChainError} where the chain was loaded: it has no other branches to be found by their depth
   */
  reorg(options: ReorgOptions, pause?: Pause): Promise<readonly SealedBlock[]> {
    return this.inTurn(async () => {
      const { head } = this
      const finalizedNumber = this.blockByTag('finalized')?.number
      const { fork, branch, length, isViolation } = planReorg(options, {
        head,
        finalizedNumber,
        firstNumber: this.chain.tree.first.number,
        blockByNumber: (number) => this.blockByNumber(number),
      })
      const heights = { head: head.number, peak: this.finalityPeak }
      const added = await this.#walk(fork, length, () => ({ branch }), pause)
      this.finalityState = isViolation
        ? afterJump(this.finalityState, fork.number)
        : afterReorg(this.finalityState, fork.number, heights)
      this.position.moveTo(added.at(-1) as SealedBlock)
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
    this.finalityState = snapshot.finality
    this.clock = snapshot.clock
    this.position.moveTo(snapshot.head)
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
    this.#setClock(increase(this.clock, seconds))
    return this.clock.increased
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
    this.#setClock({ increased: this.clock.increased, next: { at: seconds } })
  }

  /** Where `safe` and `finalized` stand. By default as the chain has it. */
  get finality(): FinalityRule {
    return this.finalityState.rule ?? this.chain.finality
  }

  set finality(rule: FinalityRule) {
    this.setFinality(rule)
  }

  /**
   * Sets where `safe` and `finalized` stand.
   *
   * @throws {EndpointMoveError} INVALID_ARGUMENT, BUSY while another operation is under way
   */
  setFinality(rule: FinalityRule): void {
    this.#turns?.requireFree('setFinality')
    this.finalityState = settleFinality(rule, (tag) => this.blockByTag(tag))
  }

  /** Whose head this one's follows, and how far behind; undefined where it has its own, or follows the chain. */
  get lag(): Lag | undefined {
    return this.position.lag
  }

  /**
   * @param lag undefined: it follows the chain, as it did before it was moved
   * @throws {EndpointMoveError} LAG_LOOP, INVALID_ARGUMENT, BUSY while another operation is under way
   */
  set lag(lag: Lag | undefined) {
    this.#turns?.requireFree('lag')
    if (lag !== undefined) requireWhole('lag.by', lag.by, 0)
    for (let leader = lag?.behind; leader !== undefined; leader = leader.lag?.behind) {
      if (leader !== this) continue
      throw new EndpointMoveError('LAG_LOOP', `lag: '${this.key}' would be behind itself`)
    }
    const { head } = this
    this.position.follow(lag)
    this.#leave(head)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Ends it: it is not to be asked any more, and tells nobody how its head moves. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.position.forgetListeners()
    for (const listener of this.#onClose ?? []) listener()
  }

  /** Has a function called when it ends. It must not throw. */
  onClose(listener: () => void): void {
    this.#onClose ??= new Set()
    this.#onClose.add(listener)
  }

  /**
   * Runs work when all operations that were asked for before are done: what is done at once can wait for its turn so. It
   * must not wait for another operation on this endpoint, which waits for it.
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

  async #forward(
    count: number,
    { time = this.clock.next, secondsBetween, pause }: Forward = {},
  ): Promise<readonly SealedBlock[]> {
    if (count === 0) return []
    const between = secondsBetween === undefined ? undefined : { after: secondsBetween }
    const first = time ?? between
    const { head } = this
    const wantedAt = (index: number): Wanted => ({ time: index === 0 ? first : between })
    const added = await this.#walk(head, count, wantedAt, pause)
    this.clock = { increased: this.clock.increased, next: undefined }
    this.position.moveTo(added.at(-1) as SealedBlock)
    return added
  }

  /** To a block that may be below what was final. */
  #jump(target: SealedBlock): void {
    const { head } = this
    this.finalityState = this.#ownFinality
    this.position.moveTo(target)
    this.#leave(head)
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
    wantedAt: (index: number) => Wanted,
    pause?: Pause,
  ): Promise<readonly SealedBlock[]> {
    const { growth } = this.chain
    if (growth === undefined) throw new ReadOnlyChainError(NO_GROWTH)
    const { finalityState } = this
    this.finalityState = this.#ownFinality
    try {
      return await this.position.whileStanding(() =>
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

  #setClock(clock: Clock): void {
    this.#requireTime(clock.next)
    this.clock = clock
  }

  #requireTime(time: BlockTime | undefined): void {
    const { growth, rules } = this.chain
    if (growth === undefined || growth.isReadOnly) throw new ReadOnlyChainError(NO_GROWTH)
    if (time !== undefined) requireTime(time, rules, this.head)
  }
}

const NO_GROWTH =
  'the chain was loaded without what it takes to make blocks: it has those that it has'
