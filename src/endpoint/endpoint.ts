import type { SealedBlock } from '../chain/block.ts'
import type { Growth, Wanted } from '../chain/growth.ts'
import { ReadOnlyChainError } from '../chain/readOnly.ts'
import type { Hex } from '../primitives/hex.ts'
import { type Clock, increase, requireTime } from './clock.ts'
import type { FaultPlan } from './faults/faultPlan.ts'
import { type FinalityRule, type FinalityState, settleFinality, stillFinal } from './finality.ts'
import { EndpointMoveError, requireWhole } from './moveError.ts'
import { BLOCKS_MAX, type MineOptions, type Pause, type ReorgOptions } from './moves.ts'
import type { Lag } from './position.ts'
import { planReorg } from './reorg.ts'
import { Turns } from './turns.ts'
import { View } from './view.ts'

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
export class Endpoint extends View {
  /** What goes wrong here; undefined while nothing does. */
  faults: FaultPlan | undefined
  #snapshots: Snapshot[] | undefined
  #turns: Turns | undefined
  #isClosed = false
  #isStopped = false

  /**
   * Moves the head on: on the main branch over blocks that are there, as far as they are, and from there on over new
   * ones; on another branch over blocks that continue it. The head of the chain stays where it is.
   *
   * @param count how many blocks, at most 1,000,000
   * @param pause asked between two blocks
   * @returns these blocks, oldest first
   * @throws {EndpointMoveError} INVALID_ARGUMENT, INVALID_TIMESTAMP, STOPPED
   * @throws {ReadOnlyChainError} where the chain was loaded, and has not got so many
   * @throws {BlockMisuseError} where the first of them cannot come at the time that was set
   */
  mine(
    count = 1,
    { secondsBetween, timestamp }: MineOptions = {},
    pause?: Pause,
  ): Promise<readonly SealedBlock[]> {
    return this.inTurn(async () => {
      requireWhole('count', count, 0, BLOCKS_MAX)
      if (secondsBetween !== undefined) requireWhole('secondsBetween', secondsBetween, 1)
      const { clock } = this
      if (timestamp !== undefined) this.setNextBlockTimestamp(timestamp)
      try {
        return await this.#forward(count, { secondsBetween, pause })
      } catch (error) {
        // The time was for these blocks, and not for whichever come next.
        this.clock = clock
        throw error
      }
    })
  }

  /**
   * Moves the head forward to a number, as `mine` does, or to any block, on whatever branch.
   *
   * @param block a number of at least that of the head and at most 1,000,000 more, or a hash
   * @param pause asked between two blocks
   * @returns the new head
   * @throws {EndpointMoveError} BEHIND_HEAD, NO_SUCH_BLOCK, INVALID_ARGUMENT, STOPPED
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
   * @throws {EndpointMoveError} REORG_TOO_DEEP, REORG_PAST_FINALITY unless forced, INVALID_ARGUMENT, STOPPED
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
      const added = await this.position.whileStanding(() =>
        this.#walk(fork, length, () => ({ branch }), pause),
      )
      const final = isViolation ? undefined : finalizedNumber
      this.finalityState = stillFinal(this.finalityState, this.chain.finality, final)
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
      finality: this.finalityState,
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
    return this.finalityState?.rule ?? this.chain.finality
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
    this.position.follow(lag)
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Has no more blocks made for it: a move that is under way fails between two of them. */
  stop(): void {
    this.#isStopped = true
  }

  /** Ends it: it is not to be asked any more, and tells nobody how its head moves. */
  close(): void {
    this.#isClosed = true
    this.stop()
    this.position.forgetListeners()
  }

  /**
   * Runs work when all operations that were asked for before are done: what is done at once can wait for its turn so. It
   * must not wait for another operation on this endpoint, which waits for it.
   */
  inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    this.#turns ??= new Turns()
    return this.#turns.take(() => {
      if (this.#isClosed) throw new EndpointMoveError('CLOSED', 'the endpoint is closed')
      return work()
    })
  }

  async #forward(
    count: number,
    {
      secondsBetween,
      pause,
    }: Pick<MineOptions, 'secondsBetween'> & { readonly pause?: Pause | undefined },
  ): Promise<readonly SealedBlock[]> {
    if (count === 0) return []
    const between = secondsBetween === undefined ? undefined : { after: secondsBetween }
    const first = this.clock.next ?? between
    const { head } = this
    const added = await this.position.whileStanding(() =>
      this.#walk(head, count, (index) => ({ time: index === 0 ? first : between }), pause),
    )
    this.clock = { increased: this.clock.increased, next: undefined }
    this.position.moveTo(added.at(-1) as SealedBlock)
    return added
  }

  /** The blocks that come after a block, which are made where they are not there. */
  async #walk(
    from: SealedBlock,
    count: number,
    wantedAt: (index: number) => Wanted,
    pause?: Pause,
  ): Promise<readonly SealedBlock[]> {
    const { growth } = this.chain
    if (growth === undefined) throw new ReadOnlyChainError(NO_GROWTH)
    const blocks: SealedBlock[] = []
    let at = from
    for (let index = 0; index < count; index++) {
      const wanted = wantedAt(index)
      const turn = pause?.()
      if (turn !== undefined) await turn
      at = growth.known(at, wanted) ?? (await this.#make(at, wanted, growth))
      blocks.push(at)
    }
    return blocks
  }

  #make(parent: SealedBlock, wanted: Wanted, growth: Growth): Promise<SealedBlock> {
    if (!this.#isStopped) return growth.child(parent, wanted)
    const problem = 'the endpoint was closed before all its blocks were made: it stays where it was'
    throw new EndpointMoveError('STOPPED', problem)
  }

  /** To a block that may be below what was final. */
  #jump(target: SealedBlock): void {
    this.position.moveTo(target)
    this.finalityState = stillFinal(this.finalityState, this.chain.finality, undefined)
  }

  #setClock(clock: Clock): void {
    const { growth, rules } = this.chain
    if (growth === undefined || growth.isReadOnly) throw new ReadOnlyChainError(NO_GROWTH)
    if (clock.next !== undefined) requireTime(clock.next, rules, this.head)
    this.clock = clock
  }
}

const NO_GROWTH =
  'the chain was loaded without what it takes to make blocks: it has those that it has'
