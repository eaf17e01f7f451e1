import { setTimeout as delay } from 'node:timers/promises'
import type { SealedBlock } from '../chain/block.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { InjectedFault } from '../endpoint/faults/faultLog.ts'
import type { FaultRule } from '../endpoint/faults/faultRule.ts'
import type { FinalityRule } from '../endpoint/finality.ts'
import type { MineOptions, ReorgOptions } from '../endpoint/moves.ts'
import type { Hex } from '../primitives/hex.ts'
import type { Dispatcher } from '../rpc/dispatcher.ts'
import { InProcessProvider, type Provider, type ProviderOptions } from '../rpc/provider.ts'
import type { LagOptions } from './endpointOptions.ts'
import type { FaultOptions } from './faults/faultOptions.ts'
import { type FaultContext, setFaults } from './faults/setFaults.ts'
import { requireLag } from './options.ts'
import type { BlockPosition, ServedEndpoint } from './servedEndpoint.ts'

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
  readonly providerOptions: Omit<ProviderOptions, 'delay'>
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
  readonly #provider: InProcessProvider
  readonly #endpoint: Endpoint
  readonly #faultContext: FaultContext
  readonly #leader: ServedEndpointParts['leader']
  readonly #close: () => Promise<void>

  constructor(parts: ServedEndpointParts) {
    const { endpoint, dispatcher, address, hasControl, faultContext, leader, close } = parts
    this.key = endpoint.key
    this.url = `http://${address}/v3/${endpoint.key}`
    this.wsUrl = `ws://${address}/ws/v3/${endpoint.key}`
    this.controlUrl = hasControl ? `http://${address}/control/${endpoint.key}` : undefined
    this.#provider = new InProcessProvider(endpoint, dispatcher, {
      ...parts.providerOptions,
      delay,
    })
    this.request = this.#provider.request.bind(this.#provider)
    this.#endpoint = endpoint
    this.#faultContext = faultContext
    this.#leader = leader
    this.#close = close
  }

  get head(): BlockPosition {
    return position(this.#endpoint.head)
  }

  on(event: string, listener: (value: never) => void): this {
    this.#provider.on(event, listener)
    return this
  }

  removeListener(event: string, listener: (value: never) => void): this {
    this.#provider.removeListener(event, listener)
    return this
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
    if (lag !== undefined) requireLag(lag)
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
