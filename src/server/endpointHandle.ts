import type { Access } from '../endpoint/access.ts'
import type { DialectName } from '../endpoint/dialects/dialect.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { InjectedFault } from '../endpoint/faults/faultLog.ts'
import type { FaultRule, UnusedFault } from '../endpoint/faults/faultRule.ts'
import type { FinalityRule } from '../endpoint/finality.ts'
import type { MineOptions, ReorgOptions } from '../endpoint/moves.ts'
import type { Hex } from '../primitives/hex.ts'
import { position } from '../rpc/control/position.ts'
import type { Dispatcher } from '../rpc/dispatcher.ts'
import { InProcessProvider, type Provider, type ProviderOptions } from '../rpc/provider.ts'
import { type LagOptions, requireLag } from './endpointOptions.ts'
import type { FaultOptions } from './faults/faultOptions.ts'
import { type FaultContext, setFaults } from './faults/setFaults.ts'
import type { BlockPosition, ServedEndpoint } from './servedEndpoint.ts'

/** What serves endpoints: the same for all of a server. */
export interface EndpointHost {
  readonly dispatcher: Dispatcher
  /** `HOST:PORT` */
  readonly address: string
  /** whether they can be moved from outside */
  readonly hasControl: boolean
  readonly faultContext: FaultContext
  readonly providerOptions: ProviderOptions
  /**
   * The endpoint of a key, for others to lag behind.
   *
   * @throws {EndpointError} where there is none
   */
  leader(key: string): Endpoint
  /** The keys of an endpoint, its own first. */
  keysOf(endpoint: Endpoint): readonly string[]
  close(endpoint: Endpoint): Promise<void>
}

/** There may be tens of thousands, so one keeps nothing that it can find: as methods of a prototype these are free. */
export class EndpointHandle implements ServedEndpoint {
  readonly request: Provider['request']
  readonly #provider: InProcessProvider
  readonly #access: Access
  readonly #host: EndpointHost

  constructor(access: Access, host: EndpointHost) {
    this.#provider = new InProcessProvider(access, host.dispatcher, host.providerOptions)
    this.request = this.#provider.request
    this.#access = access
    this.#host = host
  }

  get key(): string {
    return this.#access.key
  }

  get keys(): readonly string[] {
    return this.#host.keysOf(this.#endpoint)
  }

  get dialect(): DialectName {
    return this.#access.dialect.name
  }

  get url(): string {
    return `http://${this.#host.address}/v3/${this.key}`
  }

  get wsUrl(): string {
    return `ws://${this.#host.address}/ws/v3/${this.key}`
  }

  get controlUrl(): string | undefined {
    const { address, hasControl } = this.#host
    return hasControl ? `http://${address}/control/${this.key}` : undefined
  }

  on(event: string, listener: (value: never) => void): this {
    this.#provider.on(event, listener)
    return this
  }

  removeListener(event: string, listener: (value: never) => void): this {
    this.#provider.removeListener(event, listener)
    return this
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
    if (lag !== undefined) requireLag(lag)
    const behind = lag && { behind: this.#host.leader(lag.behind), by: lag.blocks }
    await this.#endpoint.inTurn(() => {
      this.#endpoint.lag = behind
    })
  }

  setFaults(rules: readonly FaultRule[] | undefined, options?: FaultOptions): void {
    setFaults(this.#endpoint, rules, options, this.#host.faultContext)
  }

  faultLog(): readonly InjectedFault[] {
    return this.#endpoint.faultLog?.entries ?? []
  }

  clearFaultLog(): void {
    this.#endpoint.faultLog?.clear()
  }

  unusedFaults(): readonly UnusedFault[] {
    return this.#endpoint.faults?.unused ?? []
  }

  close(): Promise<void> {
    return this.#host.close(this.#endpoint)
  }

  get #endpoint(): Endpoint {
    return this.#access.endpoint
  }
}
