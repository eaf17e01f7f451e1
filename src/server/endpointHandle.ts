import type { Chain } from '../chain/chain.ts'
import type { Block } from '../chain/encoding/block.ts'
import type { Irregularity } from '../chain/encoding/irregularity.ts'
import { blocksUpTo } from '../chain/store/blocksUpTo.ts'
import type { BlockTreeReader } from '../chain/store/tree.ts'
import type { Access } from '../endpoint/access.ts'
import type { Timeline } from '../endpoint/activity/timeline.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import type { View } from '../endpoint/view.ts'
import { type BlockPosition, positionOf } from '../moves/blockPosition.ts'
import type { Move } from '../moves/move.ts'
import { MoveMethods } from '../moves/moveMethods.ts'
import { perform } from '../moves/perform.ts'
import { InProcessProvider, type Provider, type ProviderOptions } from '../rpc/provider.ts'
import type { RpcService } from '../rpc/rpcService.ts'
import { type FaultContext, setFaults } from './faults/setFaults.ts'
import type { ServedEndpoint } from './servedEndpoint.ts'
import type { ServerForks } from './serverForks.ts'

/** The server of an endpoint; all endpoints of a server share it. */
export interface EndpointHost {
  readonly chain: Chain
  /** `HOST:PORT` */
  readonly address: string
  /** whether the control address is enabled */
  readonly hasControl: boolean
  /** whether the explorer is served */
  readonly hasExplorer: boolean
  readonly forks: ServerForks
  readonly faultContext: FaultContext
  readonly providerOptions: ProviderOptions
  /** answers the calls of this process */
  readonly inProcess: RpcService
  /**
   * The endpoint of a key, for another endpoint to lag behind.
   *
   * @throws {EndpointError} if none exists
   */
  leader(key: string): Endpoint
  /** The endpoint of a handle: a process of a group makes it anew when it takes it over. */
  endpointOf(access: Access): Endpoint
  /** The keys of an endpoint, its own first. */
  keysOf(endpoint: Endpoint): readonly string[]
  closeEndpoint(endpoint: Endpoint): Promise<void>
}

/**
 * There may be tens of thousands of handles, so a handle stores nothing that it can look up; methods on the prototype
 * take no memory.
 */
export class EndpointHandle extends MoveMethods implements ServedEndpoint {
  readonly request: Provider['request']
  readonly #provider: InProcessProvider
  readonly #access: Access
  readonly #host: EndpointHost

  constructor(access: Access, host: EndpointHost) {
    super()
    this.#provider = new InProcessProvider(access, host.inProcess, host.providerOptions)
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

  get chainId(): number {
    return this.#endpoint.chain.chainId
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

  get contractsUrl(): string {
    return `http://${this.#host.address}/contracts/${this.key}`
  }

  get explorerUrl(): string | undefined {
    const { address, hasExplorer } = this.#host
    return hasExplorer ? `http://${address}/explorer/${this.key}` : undefined
  }

  on(event: string, listener: (value: never) => void): this {
    this.#provider.on(event, listener)
    return this
  }

  removeListener(event: string, listener: (value: never) => void): this {
    this.#provider.removeListener(event, listener)
    return this
  }

  /** The blocks that its endpoint reads. */
  get tree(): BlockTreeReader {
    return this.#endpoint.chain.tree
  }

  reportStep(method: string, what: unknown): void {
    const event = { type: 'step', method, params: [what], outcome: 'ok' } as const
    this.#endpoint.activity.timeline?.addOther({ ...event, began: performance.now() })
  }

  /** What has happened at it; undefined where that is not kept. */
  get timeline(): Timeline | undefined {
    return this.#endpoint.activity.timeline
  }

  /** Its blocks as clients see them. */
  get view(): View {
    return this.#endpoint
  }

  /** What `exportChain` exports. */
  get exportedParts(): { readonly chain: Chain; readonly endpoint: Endpoint } {
    return { chain: this.#endpoint.chain.base, endpoint: this.#endpoint }
  }

  get head(): BlockPosition {
    return positionOf(this.#endpoint.head)
  }

  truth(): readonly Block[] {
    return blocksUpTo(this.tree, this.head.hash)
  }

  get irregular(): Irregularity | undefined {
    return this.#endpoint.head.irregularity
  }

  perform(move: Move, args: readonly unknown[]): unknown {
    const { faultContext } = this.#host
    return perform(move, this.#endpoint, args, {
      forks: this.#host.forks.accessOf(true),
      leader: (key) => this.#host.leader(key),
      setFaults: (endpoint, rules, options) => setFaults(endpoint, rules, options, faultContext),
    })
  }

  close(): Promise<void> {
    return this.#host.closeEndpoint(this.#endpoint)
  }

  get #endpoint(): Endpoint {
    return this.#host.endpointOf(this.#access)
  }
}

/** What has happened at an endpoint; undefined where that is not kept. */
export function timelineOf(served: ServedEndpoint): Timeline | undefined {
  return (served as EndpointHandle).timeline
}

/** Adds a step of a scenario to the timeline of an endpoint. */
export function reportStep(served: ServedEndpoint, name: string, what: unknown): void {
  ;(served as EndpointHandle).reportStep(name, what)
}

/** Performs a move of an endpoint, like its method in code. */
export function performMove(served: ServedEndpoint, move: Move, args: readonly unknown[]): unknown {
  return (served as EndpointHandle).perform(move, args)
}

/** The blocks that an endpoint reads: with `dev`, the chain of the server does not have all of them. */
export function treeOf(served: ServedEndpoint): BlockTreeReader {
  return (served as EndpointHandle).tree
}

/** What clients of an endpoint see; undefined for anything but an endpoint of this process. */
export function viewOf(served: unknown): View | undefined {
  return served instanceof EndpointHandle ? served.view : undefined
}
