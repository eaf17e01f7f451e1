import type { BlockTime } from '../chain/byHand/blockTime.ts'
import type { Chain } from '../chain/chain.ts'
import type { SealedBlock } from '../chain/encoding/block.ts'
import type { SideBranch } from '../chain/generate/childBlocks.ts'
import type { Alteration, Overlay } from '../chain/private/overlay.ts'
import type { Hex } from '../primitives/hex.ts'
import type { Pause } from '../primitives/yieldToEventLoop.ts'
import { ClientActivity } from './activity/clientActivity.ts'
import type { WorkKind } from './activity/workInProgress.ts'
import { advance, type WantedAt } from './advance.ts'
import {
  type BranchSwitch,
  type ChosenTransactions,
  type GrownBranchSwitch,
  requireChosen,
} from './branchSwitch.ts'
import { buildWithServed } from './buildWithServed.ts'
import { type Change, Changes } from './changes.ts'
import { afterMined, type Clock, repeatable, requireTime, timesSet, UNSET_CLOCK } from './clock.ts'
import type { EndpointParts, Initial } from './endpointParts.ts'
import type { PendingTransaction, SentSnapshot } from './endpointPool.ts'
import {
  afterJump,
  afterMove,
  afterReorg,
  type FinalityRule,
  type Heights,
  settleFinality,
  UNSET_FINALITY,
} from './finality.ts'
import type { Lag } from './headPointer.ts'
import { HeadView } from './headView.ts'
import { KeptBlocks } from './keptBlocks.ts'
import { Miner } from './miner.ts'
import { EndpointMoveError, noSuchBlock, notWritable, sharedChain } from './moveError.ts'
import { MoveQueue } from './moveQueue.ts'
import { afterOneBlock, type MiningOptions, nextBlocks } from './nextBlocks.ts'
import { PendingBuilds } from './pendingBuilds.ts'
import { requireExtendable } from './requireExtendable.ts'
import { requireLeader } from './requireLeader.ts'
import { Setup } from './setup.ts'
import { Snapshots } from './snapshots.ts'

/**
 * A view of a chain, as a client with one of its API keys sees it. Many endpoints share one chain at almost no cost. An
 * endpoint follows the head of the chain until its first move; from then on it has its own head, which no other
 * endpoint moves.
 *
 * The methods here move it at once, or as soon as the blocks exist. Callers (`moves/`) run them one after another with
 * `exclusively`.
 */
export class Endpoint extends HeadView {
  /** The active faults, which `faults/endpointFaults.ts` stores here; undefined without, so that one check is enough. */
  faults: object | undefined
  /** The keys of the endpoints that answer in its place, where it is a pool, which has no moves. Otherwise undefined. */
  poolOf: readonly string[] | undefined
  /** What its clients do. */
  readonly activity: ClientActivity
  /** Mines what clients send to it; undefined if they cannot send anything. */
  readonly miner: Miner | undefined
  readonly #changes: Changes
  readonly #kept: KeptBlocks
  readonly #pendingBuilds = new PendingBuilds()
  readonly #onLeavingChain: EndpointParts['onLeavingChain']
  #snapshots: Snapshots | undefined
  #moveQueue: MoveQueue | undefined
  #setup: Setup | undefined
  #initial: Initial | undefined
  #isClosed = false
  #acceptsMoves = true
  #onClose: Set<() => void> | undefined

  constructor(key: string, chain: Overlay, parts: EndpointParts = {}) {
    super(key, chain, parts.wallClock)
    chain.memory.use()
    this.activity = new ClientActivity(parts.callMemory, parts.timeline)
    this.#changes = new Changes(this, parts)
    this.miner = parts.miner && new Miner(this, parts.miner)
    this.#onLeavingChain = parts.onLeavingChain
    this.#kept = new KeptBlocks(chain, parts.undoneBytes)
    this.pointer.kept = this.#kept
  }

  /** What was recorded of its changes, and those in progress. */
  get changes(): Omit<Changes, 'apply' | 'end'> {
    return this.#changes
  }

  /**
   * Makes a change: the only way in, so that its log and its listener miss none. To be called in its turn.
   *
   * @param make calls the methods below; may return a promise
   * @throws {ChangeLogError} as `Changes.apply`
   */
  apply<T>(change: Change, make: () => T): T {
    return this.#changes.apply(change, make)
  }

  /** The candidate child of the head, with the transactions that were sent and that the next block would include. */
  override async pendingBlock(): Promise<SealedBlock | undefined> {
    const { head, chain } = this
    const ready = (await this.miner?.ready()) ?? []
    if (ready.length === 0) return super.pendingBlock()
    const { timeOfNext: time, headerSettings } = this
    const build = (sent: readonly PendingTransaction[]) =>
      chain.children.candidate(() => head, { time, headerSettings, sent })
    return this.#pendingBuilds.join({ head, ready, time, headerSettings }, (unserved) =>
      buildWithServed({ build, try: build }, ready, unserved),
    )
  }

  /**
   * Moves the head forward: on the main branch over existing blocks and then over new ones, on another branch over
   * blocks that extend it. The head of the chain does not move. New blocks include what was sent.
   *
   * @returns these blocks, oldest first
   * @throws {ReadOnlyChainError} if a loaded chain has too few blocks
   * @throws {BlockMisuseError} if the first block is not possible at the time that was set
   */
  async forward(count: number, options: MiningOptions = {}): Promise<readonly SealedBlock[]> {
    if (count === 0) return []
    this.#changes.requireInProgress()
    const { wallClock } = this.#changes
    const clockOfAttempt = repeatable(wallClock)
    const { head, chain, times, headerSettings } = this
    const wanted = (sent: readonly PendingTransaction[]) =>
      nextBlocks(
        { times: { ...times, wallClock: clockOfAttempt() }, headerSettings, sent },
        options,
      )
    const build = (sent: readonly PendingTransaction[]) =>
      this.#advance(head, count, wanted(sent), options.pause)
    const attempt = (sent: readonly PendingTransaction[]) =>
      chain.children.candidate(() => head, wanted(sent)(0, head))
    const added = await (this.miner?.include({ build, try: attempt }) ?? build([]))
    const last = added.at(-1) as SealedBlock
    this.clock = afterMined(this.clock, wallClock, { ...options, count, last })
    this.headerSettings = afterOneBlock(this.headerSettings)
    this.#arrive(last)
    return added
  }

  /**
   * Moves the head to a branch that forks off one of its ancestors.
   *
   * @returns the blocks of that branch, oldest first
   * @throws {ReadOnlyChainError} for a loaded chain, whose branches cannot be found by depth
   */
  async switchBranch(
    fork: SealedBlock,
    branch: SideBranch,
    { length, isViolation, chosen, beforeMove, pause }: GrownBranchSwitch,
  ): Promise<readonly SealedBlock[]> {
    this.#changes.requireInProgress()
    const heights = { head: this.head.number, peak: this.finalityPeak }
    const wantedAt: WantedAt = (index) => ({ branch, sent: chosen?.[index] })
    const added = await this.#advance(fork, length, wantedAt, pause, chosen)
    beforeMove?.()
    this.#switch(added.at(-1) as SealedBlock, fork.number, heights, isViolation)
    return added
  }

  /**
   * Moves the head to an existing block of another branch.
   *
   * @param fork number of the last block that both branches have
   */
  switchTo(target: SealedBlock, fork: number, { isViolation }: BranchSwitch): void {
    this.#changes.requireInProgress()
    const heights = { head: this.head.number, peak: this.finalityPeak }
    this.finalityState = this.ownFinality
    this.#switch(target, fork, heights, isViolation)
  }

  #switch(target: SealedBlock, fork: number, heights: Heights, isViolation: boolean): void {
    this.finalityState = isViolation
      ? afterJump(this.finalityState, fork)
      : afterReorg(this.finalityState, fork, heights)
    this.#arrive(target)
  }

  #arrive(head: SealedBlock): void {
    this.pointer.moveTo(head)
    this.#kept.reach(undefined)
  }

  /**
   * Changes the state after the head by hand. No block is mined.
   *
   * @throws {EndpointMoveError} NOT_WRITABLE
   */
  async alterState(change: Alteration): Promise<void> {
    this.#changes.requireInProgress()
    const altered = await this.chain.alter(this.head, change)
    if (altered === undefined) throw notWritable()
    this.pointer.moveTo(altered)
  }

  /** Detaches the head from the chain or endpoint that it follows, without moving it. */
  stay(): void {
    this.#changes.requireInProgress()
    this.pointer.moveTo(this.head)
  }

  /**
   * Moves the head to an existing block.
   *
   * @param block number on the chain's main branch, or hash of any block
   * @throws {EndpointMoveError} NO_SUCH_BLOCK
   */
  moveTo(block: number | Hex): void {
    this.jumpTo(this.#existing(block))
  }

  /**
   * Puts the head where it was when a change was made that is made again: see `HeadPointer.holdAt`.
   *
   * @throws {EndpointMoveError} NO_SUCH_BLOCK
   */
  holdAt(hash: Hex): () => boolean {
    return this.pointer.holdAt(this.#existing(hash))
  }

  /** @param block number on the chain's main branch, or hash of any block */
  #existing(block: number | Hex): SealedBlock {
    const { tree } = this.chain
    const found = typeof block === 'number' ? tree.byNumber(block) : tree.byHash(block)
    if (found === undefined) throw noSuchBlock(block)
    return found
  }

  /** Moves the head to a block, even below a finalized one. */
  jumpTo(target: SealedBlock): void {
    const { head, chain } = this
    this.finalityState = this.ownFinality
    this.pointer.moveTo(target)
    this.finalityState = afterMove(this.finalityState, chain.tree, head, target)
  }

  /**
   * Saves the head and the settings of time and finality.
   *
   * @param sent what `miner` has saved
   * @returns an id for `revert`, which can be used repeatedly: 1 for the first snapshot, and so on
   * @throws {EndpointMoveError} TOO_MANY_SNAPSHOTS
   * @throws {PrivateMemoryError}
   */
  snapshot(sent?: SentSnapshot): number {
    this.#changes.requireInProgress()
    this.#snapshots ??= new Snapshots(this.chain)
    return this.#snapshots.add({
      head: this.head,
      finality: this.ownFinality,
      clock: this.clock,
      headerSettings: this.headerSettings,
      sent,
    })
  }

  get snapshots(): Pick<Snapshots, 'count' | 'lastId' | 'sentCount' | 'get'> | undefined {
    return this.#snapshots
  }

  /**
   * Restores a snapshot.
   *
   * @param isUsedUp whether it is forgotten then, with those after it. Default false.
   * @returns whether it exists
   */
  revert(id: number, isUsedUp = false): boolean {
    this.#changes.requireInProgress()
    const snapshot = this.#snapshots?.get(id)
    if (snapshot === undefined) return false
    this.finalityState = snapshot.finality
    this.clock = snapshot.clock
    this.headerSettings = snapshot.headerSettings
    this.pointer.moveTo(this.chain.present(snapshot.head))
    if (isUsedUp) this.#snapshots?.forgetFrom(id)
    return true
  }

  /** Keeps the current head and finality as those that `reset` restores; otherwise it follows the chain again. */
  keepAsInitial(): void {
    const { isWithChain, follows } = this.pointer
    const head = isWithChain || follows !== undefined ? undefined : this.head
    this.#kept.begin(head)
    this.#initial = { head, lag: follows, finality: this.finalityState }
  }

  /** The lag with which it was created. */
  get initialLag(): Lag | undefined {
    return this.#initial?.lag
  }

  /**
   * Restores the state in which it was created.
   *
   * @param number of another head, on the chain's main branch
   * @param forgetsSnapshots whether they are forgotten, too. Default false.
   * @throws {EndpointMoveError} NO_SUCH_BLOCK, LAG_LOOP
   */
  reset(number?: number, forgetsSnapshots = false): void {
    this.#changes.requireInProgress()
    const { head, lag, finality = UNSET_FINALITY } = this.#initial ?? {}
    const { tree } = this.chain
    if (number !== undefined && tree.byNumber(number) === undefined) throw noSuchBlock(number)
    // If it follows another endpoint, they share the blocks.
    if (lag === undefined || number !== undefined) this.chain.undoAlterations()
    const target = number === undefined ? head : tree.byNumber(number)
    if (target === undefined) this.lag = lag
    else this.pointer.moveTo(this.chain.present(target))
    this.finalityState = finality
    this.clock = UNSET_CLOCK
    this.headerSettings = undefined
    if (forgetsSnapshots) this.#snapshots?.forgetFrom(1)
  }

  /**
   * Checks that no other endpoint uses its chain.
   *
   * @throws {EndpointMoveError} OTHER_CHAIN
   */
  requireOwnChain(): void {
    if (!this.chain.memory.isUsedAlone) throw sharedChain()
  }

  /**
   * Goes on from the head of another chain, with nothing of the present one. To be called right after `reset`, by which
   * snapshots were forgotten.
   *
   * @throws {EndpointMoveError} OTHER_CHAIN if it does not have a chain of its own
   */
  async goOnFrom(chain: Chain): Promise<void> {
    this.#changes.requireInProgress()
    this.#kept.close()
    if (this.#initial !== undefined) this.#initial = { ...this.#initial, head: undefined }
    this.#onLeavingChain?.(this)
    if (!(await this.chain.layOver(chain))) throw sharedChain()
    this.pointer.follow(undefined)
  }

  /**
   * Sets the time of the next block.
   *
   * @throws {EndpointMoveError} INVALID_TIMESTAMP
   * @throws {ReadOnlyChainError} for a loaded chain, whose block times are fixed
   */
  setClock(clock: Clock): void {
    this.#changes.requireInProgress()
    for (const time of timesSet(clock)) this.requireTime(time)
    this.clock = clock
  }

  /** Checks a time as `setClock` does. */
  requireTime(time: BlockTime | undefined): void {
    requireExtendable(this.chain)
    if (time !== undefined) requireTime(time, this.chain.rules, this.head)
  }

  /** The finality rule; by default the distances of the chain. */
  get finality(): FinalityRule {
    return this.finalityState.rule ?? this.chain.finality
  }

  setFinality(rule: FinalityRule): void {
    this.finalityState = settleFinality(rule, (tag) => this.blockByTag(tag))
  }

  /**
   * The endpoint that this one lags behind, and the distance; undefined if it follows the chain or has its own head.
   */
  get lag(): Lag | undefined {
    return this.pointer.lag
  }

  /**
   * @param lag undefined to follow the chain again, as before the first move
   * @throws {EndpointMoveError} LAG_LOOP, OTHER_CHAIN, INVALID_ARGUMENT
   */
  set lag(lag: Lag | undefined) {
    requireLeader(this, lag)
    const { head } = this
    this.pointer.follow(lag)
    this.finalityState = afterMove(this.finalityState, this.chain.tree, head, this.head)
  }

  /**
   * Sets `lag`. An endpoint with a chain of its own shares the blocks of the other one from then on.
   *
   * @throws {EndpointMoveError} LAG_LOOP, OTHER_CHAIN, INVALID_ARGUMENT
   */
  async follow(lag: Lag | undefined): Promise<void> {
    requireLeader(this, lag)
    await lag?.behind.begin()
    if (lag !== undefined) await this.chain.join(lag.behind.chain)
    this.lag = lag
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Closes it: it accepts no more moves and notifies no more listeners. */
  close(lost?: Error): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#changes.end(lost)
    this.activity.close('the endpoint is closed')
    this.pointer.forgetListeners()
    this.#snapshots?.forgetFrom(1)
    this.#kept.close()
    this.chain.memory.leave()
    for (const listener of this.#onClose ?? []) listener()
  }

  /** Adds a function to call when it closes. The function must not throw. */
  onClose(listener: () => void): void {
    this.#onClose ??= new Set()
    this.#onClose.add(listener)
  }

  /**
   * Runs work, which may move the endpoint, after all work that was queued before. The work must not wait for another
   * `exclusively` of the same endpoint, which would deadlock.
   *
   * @throws {EndpointMoveError} CLOSED
   */
  exclusively<T>(work: () => T | Promise<T>, kind: WorkKind = 'moves'): Promise<T> {
    this.activity.begin(kind)
    const done = this.hasBegun ? this.#inTurn(work) : this.begin().then(() => this.#inTurn(work))
    const end = (): void => this.activity.end(kind)
    done.then(end, end)
    return done
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    this.#moveQueue ??= new MoveQueue(this.#kept)
    return this.#moveQueue.run(() => {
      this.#requireOpen()
      return work()
    })
  }

  /**
   * Sets the work that prepares a new endpoint. All requests and moves wait for it, and fail if it fails; the next one runs
   * it again.
   *
   * @param work runs in the turn of the endpoint
   */
  beginWith(work: () => Promise<unknown>): void {
    this.#setup = new Setup(() => this.#inTurn(work))
  }

  /** Whether the endpoint is prepared. */
  get hasBegun(): boolean {
    return this.#setup === undefined
  }

  /** Resolves when the endpoint is prepared. @throws any error of the work that `beginWith` was given */
  async begin(): Promise<void> {
    await this.#setup?.run()
    this.#setup = undefined
  }

  /** Ends the moves in progress and accepts no more. Everything else goes on. */
  endMoves(): void {
    this.#acceptsMoves = false
  }

  #requireOpen(): void {
    if (this.#isClosed) throw new EndpointMoveError('CLOSED', 'the endpoint is closed')
    if (!this.#acceptsMoves) throw new EndpointMoveError('CLOSED', 'the server is closing')
  }

  /** Keeps the head in place until all blocks exist. If one of them fails, the endpoint is unchanged. */
  async #advance(
    from: SealedBlock,
    count: number,
    wantedAt: WantedAt,
    pause?: Pause,
    chosen?: ChosenTransactions,
  ): Promise<readonly SealedBlock[]> {
    const children = requireExtendable(this.chain, { canBeReadOnly: true })
    const { finalityState } = this
    this.finalityState = this.ownFinality
    try {
      return await this.pointer.withFixedHead(async () => {
        // Nobody waits for the rest once the endpoint is closed.
        const reach = (block: SealedBlock): void => this.#kept.reach(block)
        const blocks = await advance(children, from, count, wantedAt, reach, () => {
          this.#requireOpen()
          return pause?.()
        })
        if (chosen !== undefined) requireChosen(blocks, chosen)
        return blocks
      })
    } catch (error) {
      this.#kept.reach(undefined)
      this.finalityState = finalityState
      throw error
    }
  }
}
