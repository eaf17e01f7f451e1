import { setTimeout as delay } from 'node:timers/promises'
import type { SealedBlock } from '../chain/block.ts'
import type { Endpoint, MineOptions } from '../endpoint/endpoint.ts'
import type { InjectedFault } from '../endpoint/faults/faultLog.ts'
import type { FaultRule } from '../endpoint/faults/faultRule.ts'
import type { FinalityRule } from '../endpoint/finality.ts'
import type { ReorgOptions } from '../endpoint/reorg.ts'
import type { Hex } from '../primitives/hex.ts'
import type { Dispatcher } from '../rpc/dispatcher.ts'
import type { Gate } from '../rpc/gate.ts'
import { createProvider, type Provider } from '../rpc/provider.ts'
import type { LagOptions } from './endpointOptions.ts'
import { type FaultContext, type FaultOptions, setFaults } from './faults/setFaults.ts'

/** Where a block is. */
export interface BlockPosition {
  readonly number: number
  /** DATA, 32 bytes */
  readonly hash: Hex
}

/**
 * An endpoint, where it is served, and how it is moved; `request` asks it without the network (EIP-1193). Operations
 * on one endpoint run one after the other, in the order in which they were asked for.
 */
export interface ServedEndpoint extends Provider {
  readonly key: string
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
   * @param count how many blocks; default 1
   * @returns these blocks, oldest first
   * @throws {EndpointMoveError} where the count makes no sense
   * @throws {ReadOnlyChainError} where the chain was loaded, and has not got so many
   */
  mine(count?: number, options?: MineOptions): Promise<readonly BlockPosition[]>
  /**
   * Moves the head forward to a number, or to any block, on whatever branch, by its hash.
   *
   * @throws {EndpointMoveError} where there is no such block, or the number is behind the head
   * @throws {ReadOnlyChainError} as `mine`
   */
  advanceTo(block: number | Hex): Promise<BlockPosition>
  /**
   * Moves the head to another branch, which forks off `depth` blocks below it.
   *
   * @returns the blocks of that branch, oldest first
   * @throws {EndpointMoveError} where there are not so many blocks, or one of them is finalized and `force` is not set
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
   * @throws {EndpointError} where there is no such endpoint
   * @throws {EndpointMoveError} where it would lag behind itself, or the number of blocks makes no sense
   */
  setLag(lag: LagOptions | undefined): Promise<void>
  /**
   * Makes things go wrong from now on, in place of what went wrong before. Calls are counted anew, from 1, and a new
   * log begins.
   *
   * @param rules undefined: nothing goes wrong any more
   * @throws {FaultError} where a rule is not as `FaultRule` says; then all stays as it was
   */
  setFaults(rules: readonly FaultRule[] | undefined, options?: FaultOptions): void
  /** What was injected since the faults were set, or the log was cleared: the last 10,000 entries. */
  faultLog(): readonly InjectedFault[]
  clearFaultLog(): void
  /** Lets its WebSocket clients go, with code 1001, and makes its key unknown. All other endpoints stay. */
  close(): Promise<void>
}

/** What serving one endpoint takes. */
export interface ServedEndpointParts {
  readonly endpoint: Endpoint
  readonly dispatcher: Dispatcher
  /** `HOST:PORT` */
  readonly address: string
  /** whether it can be moved from outside */
  readonly hasControl: boolean
  readonly faultContext: FaultContext
  /**
   * The endpoint of a key, for others to lag behind.
   *
   * @throws {EndpointError} where there is none
   */
  readonly leader: (key: string) => Endpoint
  /** what calls in the process have to pass, if anything */
  readonly gate: Gate | undefined
  readonly close: () => Promise<void>
}

/** As methods of a prototype these cost an endpoint nothing. */
export class EndpointHandle implements ServedEndpoint {
  readonly key: string
  readonly url: string
  readonly wsUrl: string
  readonly controlUrl: string | undefined
  /** bound: it is handed on without the object */
  readonly request: Provider['request']
  readonly #endpoint: Endpoint
  readonly #faultContext: FaultContext
  readonly #leader: ServedEndpointParts['leader']
  readonly #close: () => Promise<void>

  constructor(parts: ServedEndpointParts) {
    const { endpoint, dispatcher, address, hasControl, faultContext, leader, gate, close } = parts
    this.key = endpoint.key
    this.url = `http://${address}/v3/${endpoint.key}`
    this.wsUrl = `ws://${address}/ws/v3/${endpoint.key}`
    this.controlUrl = hasControl ? `http://${address}/control/${endpoint.key}` : undefined
    this.request = createProvider(endpoint, dispatcher, delay, gate).request
    this.#endpoint = endpoint
    this.#faultContext = faultContext
    this.#leader = leader
    this.#close = close
  }

  get head(): BlockPosition {
    return position(this.#endpoint.head)
  }

  async mine(count?: number, options?: MineOptions): Promise<readonly BlockPosition[]> {
    return (await this.#endpoint.mine(count, options)).map(position)
  }

  async advanceTo(block: number | Hex): Promise<BlockPosition> {
    return position(await this.#endpoint.advanceTo(block))
  }

  async reorg(options: ReorgOptions): Promise<readonly BlockPosition[]> {
    return (await this.#endpoint.reorg(options)).map(position)
  }

  rollback(count: number): Promise<void> {
    return this.#endpoint.inTurn(() => this.#endpoint.rollback(count))
  }

  snapshot(): Promise<number> {
    return this.#endpoint.inTurn(() => this.#endpoint.snapshot())
  }

  revert(id: number): Promise<boolean> {
    return this.#endpoint.inTurn(() => this.#endpoint.revert(id))
  }

  increaseTime(seconds: number): Promise<number> {
    return this.#endpoint.inTurn(() => this.#endpoint.increaseTime(seconds))
  }

  setNextBlockTimestamp(seconds: number): Promise<void> {
    return this.#endpoint.inTurn(() => this.#endpoint.setNextBlockTimestamp(seconds))
  }

  setFinality(rule: FinalityRule): Promise<void> {
    return this.#endpoint.inTurn(() => this.#endpoint.setFinality(rule))
  }

  async setLag(lag: LagOptions | undefined): Promise<void> {
    const behind = lag && { behind: this.#leader(lag.behind), by: lag.blocks }
    await this.#endpoint.inTurn(() => {
      this.#endpoint.lag = behind
    })
  }

  setFaults(rules: readonly FaultRule[] | undefined, options?: FaultOptions): void {
    setFaults(this.#endpoint, rules, options, this.#faultContext)
  }

  faultLog(): readonly InjectedFault[] {
    return this.#endpoint.faults?.log.entries ?? []
  }

  clearFaultLog(): void {
    this.#endpoint.faults?.log.clear()
  }

  close(): Promise<void> {
    return this.#close()
  }
}

function position({ number, hash }: SealedBlock): BlockPosition {
  return { number, hash }
}
