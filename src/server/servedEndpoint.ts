import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { FinalityRule } from '../endpoint/finality.ts'
import type { MineOptions, ReorgOptions } from '../endpoint/moves.ts'
import type { InjectedFault } from '../faults/faultLog.ts'
import type { FaultRule, UnusedFault } from '../faults/faultRule.ts'
import type { Hex } from '../primitives/hex.ts'
import type { SubscribingProvider } from '../rpc/provider.ts'
import type { LagOptions } from './endpointOptions.ts'
import type { FaultOptions } from './faults/faultOptions.ts'

/** Where a block is. */
export interface BlockPosition {
  readonly number: number
  /** DATA, 32 bytes */
  readonly hash: Hex
}

/**
 * An endpoint, where it is served, and how it is moved; `request` and `on` ask it without the network (EIP-1193), and are
 * to it what a WebSocket of their own would be. Operations on one endpoint run one after the other, in the order in which they were asked for.
 */
export interface ServedEndpoint extends SubscribingProvider {
  /** The API key by which it is asked here. */
  readonly key: string
  /** All of its API keys, its own first. They lead to the same head, moves and faults; only the dialect may differ. */
  readonly keys: readonly string[]
  /** In which it answers by this key. */
  readonly dialect: DialectName
  /** `http://HOST:PORT/v3/KEY` */
  readonly url: string
  /** `ws://HOST:PORT/ws/v3/KEY` */
  readonly wsUrl: string
  /** `http://HOST:PORT/control/KEY`, where endpoints can be moved from outside; undefined where `control` is off. */
  readonly controlUrl: string | undefined
  /** The last block. An endpoint that was never moved follows the chain's. */
  readonly head: BlockPosition
  /**
   * Moves the head on, over blocks that are there and over new ones. No other endpoint moves with it, but for those that
   * lag behind it.
   *
   * @param count how many blocks, at most 1,000,000; default 1
   * @returns these blocks, oldest first
   * @throws {EndpointMoveError} where count or time make no sense; CLOSED where it is closed before they are made. The
   *   endpoint is as it was then
   * @throws {ReadOnlyChainError} where the chain was loaded, and has not got so many
   */
  mine(count?: number, options?: MineOptions): Promise<readonly BlockPosition[]>
  /**
   * Moves the head forward to a number, or to any block, on whatever branch, by its hash.
   *
   * @throws {EndpointMoveError} where there is no such block, or the number is behind the head; CLOSED as `mine`
   * @throws {ReadOnlyChainError} as `mine`
   */
  advanceTo(block: number | Hex): Promise<BlockPosition>
  /**
   * Moves the head to another branch, which forks off `depth` blocks below it.
   *
   * @returns the blocks of that branch, oldest first
   * @throws {EndpointMoveError} where there are not so many blocks, or one of them is finalized and `force` is not set;
   *   CLOSED as `mine`
   * @throws {ReadOnlyChainError} where the chain was loaded
   */
  reorg(options: ReorgOptions): Promise<readonly BlockPosition[]>
  /**
   * Moves the head back.
   *
   * @param count how many blocks
   * @throws {EndpointMoveError} where there are not so many
   */
  rollback(count: number): Promise<void>
  /** Keeps head, time and finality; resolves to what `revert` takes, as often as wanted. */
  snapshot(): Promise<number>
  /** Goes back to a snapshot; resolves to whether there is such a one. The same calls lead to the same blocks from there. */
  revert(id: number): Promise<boolean>
  /**
   * Has the next block that is mined come later than it would.
   *
   * @param seconds at least 0
   * @returns how many seconds that makes with all that came before
   * @throws {EndpointMoveError} where no block can come so late
   * @throws {ReadOnlyChainError} where the chain was loaded
   */
  increaseTime(seconds: number): Promise<number>
  /**
   * Sets when the next block that is mined comes.
   *
   * @param seconds since 1970, later than the head
   * @throws {EndpointMoveError} where it cannot come then
   * @throws {ReadOnlyChainError} where the chain was loaded
   */
  setNextBlockTimestamp(seconds: number): Promise<void>
  /**
   * Sets where `safe` and `finalized` stand.
   *
   * @param rule distances in blocks; `'stalled'`: where they are; `'absent'`: nowhere
   * @throws {EndpointMoveError} where it makes no sense
   */
  setFinality(rule: FinalityRule): Promise<void>
  /**
   * Has the head follow that of another endpoint, until it is moved itself; or with undefined that of the chain.
   *
   * @throws {ServeOptionsError} where the key or the number of blocks makes no sense
   * @throws {EndpointError} where there is no such endpoint
   * @throws {EndpointMoveError} where it would lag behind itself
   */
  setLag(lag: LagOptions | undefined): Promise<void>
  /**
   * Makes things go wrong from now on, in place of what went wrong before. Calls are counted anew, from 1; the log
   * keeps its entries.
   *
   * @param rules undefined: nothing goes wrong any more
   * @throws {FaultError} where a rule is not as `FaultRule` says; then all stays as it was
   */
  setFaults(rules: readonly FaultRule[] | undefined, options?: FaultOptions): void
  /** What was injected, whichever rules were set at the time, since the log was last cleared: the last 10,000 entries. */
  faultLog(): readonly InjectedFault[]
  clearFaultLog(): void
  /**
   * The rules that have applied to nothing since they were set, though the log was cleared: of no call, or of none to
   * which they made a difference. For the end of a test, which would pass without them.
   */
  unusedFaults(): readonly UnusedFault[]
  /** Closes its WebSocket clients, with code 1001, and makes its keys unknown. All other endpoints stay. */
  close(): Promise<void>
}
