import type { Chain } from '../chain/chain.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { EndpointMoveError, notWritable } from '../endpoint/moveError.ts'
import type { ForkAccess, Forking, WantedFork } from '../moves/forking.ts'
import { fundAccounts } from '../moves/fundAccounts.ts'
import { reset } from '../moves/kinds/reset.ts'
import type { MoveContext } from '../moves/move.ts'
import { performNow } from '../moves/perform.ts'
import { OmmerError } from '../primitives/errors.ts'
import { isLoopback } from './loopback.ts'
import { notFunded } from './notFunded.ts'
import { requireSenders } from './requireSenders.ts'
import type { ResolvedServeOptions } from './resolveServeOptions.ts'

/** The endpoints of a server. */
interface Endpoints {
  /** Throws an `OmmerError` if other processes, or a journal, would not know what is new. */
  requireAlone(what: 'another chain' | 'another node'): void
  /** Whether other endpoints read the same chain. */
  sharesChain(endpoint: Endpoint): boolean
}

/** Forks networks for the endpoints of a server. */
export class ServerForks {
  readonly #options: ResolvedServeOptions
  readonly #endpoints: Endpoints
  /** those of the dialect whose development nodes fund accounts */
  readonly #funded = new WeakSet<Endpoint>()
  readonly #closing = new AbortController()

  constructor(options: ResolvedServeOptions, endpoints: Endpoints) {
    this.#options = options
    this.#endpoints = endpoints
  }

  /** @param isTrusted whether the client may name any URL */
  accessOf(isTrusted: boolean): ForkAccess {
    return {
      open: (endpoint, wanted) => this.#open(endpoint, wanted, isTrusted),
      begin: async (endpoint) => {
        if (this.#isFunded(endpoint)) await fundAccounts(endpoint)
      },
    }
  }

  /**
   * Begins a new endpoint as a reset does, which no journal has: its changes come after that.
   *
   * @param dialect of the key with which it was created
   * @param warn is called with the reason each time its accounts could not be funded
   */
  begin(
    endpoint: Endpoint,
    dialect: DialectName,
    context: MoveContext,
    warn: (problem: string) => void = () => {},
  ): void {
    const leader = endpoint.lag?.behind
    // It serves the blocks of the other one.
    if (leader?.hasBegun === false) endpoint.beginWith(() => leader.begin())
    if (dialect !== 'anvil') return
    this.#funded.add(endpoint)
    if (!this.#isFunded(endpoint)) return
    const closing = new AbortController()
    endpoint.onClose(() => closing.abort(closed('the endpoint is closed')))
    const signal = AbortSignal.any([closing.signal, this.#closing.signal])
    const work = async () => performNow(reset, endpoint, [], { ...context, signal })
    endpoint.beginWith(async () => {
      try {
        await endpoint.changes.replay([], endpoint.head.hash, work)
      } catch (error) {
        // The endpoint is closed, or it is a bug.
        if (error instanceof EndpointMoveError || !(error instanceof OmmerError)) throw error
        const failure = notFunded(error)
        warn(failure.message)
        throw failure
      }
    })
    // Requests report the error.
    endpoint.begin().catch(() => {})
  }

  /** Ends what endpoints begin with, because the server closes. */
  endBeginnings(): void {
    this.#closing.abort(closed('the server is closing'))
  }

  /**
   * Asks another node of the network from which the chain of an endpoint was forked.
   *
   * @throws {OmmerError} if other endpoints have the chain, too, and the request does not come from the control address
   */
  async setNode(endpoint: Endpoint, rpc: string, isTrusted: boolean): Promise<void> {
    const { base } = endpoint.chain
    const forking = this.#requireForking('another node')
    if (base.forkedFrom === undefined) throw refused('the chain is no fork: start with --fork-url')
    if (!isTrusted && this.#endpoints.sharesChain(endpoint)) throw refused(SHARED_NODE)
    this.#requireAllowed(forking, base, rpc, isTrusted)
    await forking.setNode(base, rpc)
  }

  /** Also reads the accounts that will be funded, because a reset that fails must change nothing. */
  async #open(
    endpoint: Endpoint,
    wanted: WantedFork,
    isTrusted: boolean,
  ): Promise<Chain | undefined> {
    const readsAccounts = this.#funded.has(endpoint)
    const chain = await this.#openChain(endpoint, { ...wanted, readsAccounts }, isTrusted)
    const lag = wanted.block === undefined ? endpoint.initialLag : undefined
    if (chain === undefined && this.#isFunded(endpoint, lag))
      await endpoint.chain.base.readAccounts(wanted.signal)
    return chain
  }

  async #openChain(
    endpoint: Endpoint,
    wanted: WantedFork,
    isTrusted: boolean,
  ): Promise<Chain | undefined> {
    const { base, tree } = endpoint.chain
    const { rpc, block } = wanted
    const { forking, history } = this.#options
    const isFork = base.forkedFrom !== undefined
    if (rpc === undefined && (!isFork || block === undefined)) return undefined
    const isSameNetwork = rpc === undefined || forking?.isNodeOf(base, rpc)
    if (isSameNetwork && block !== undefined && tree.byNumber(block) !== undefined) return undefined
    if (endpoint.miner === undefined) throw notWritable()
    const service = this.#requireForking('another chain')
    this.#endpoints.requireAlone('another chain')
    endpoint.requireOwnChain()
    if (rpc !== undefined) this.#requireAllowed(service, base, rpc, isTrusted)
    // The new chain may use the same folder.
    base.saveWitness()
    const chain = await service.open(base, wanted)
    requireSenders(chain, this.#options)
    if (history !== undefined) chain.keepStates(history)
    return chain
  }

  #isFunded(endpoint: Endpoint, lag = endpoint.lag): boolean {
    const { chain, miner } = endpoint
    const isFork = chain.base.forkedFrom !== undefined && chain.base.accounts.length > 0
    return this.#funded.has(endpoint) && isFork && miner !== undefined && lag === undefined
  }

  #requireForking(what: Parameters<Endpoints['requireAlone']>[0]): Forking {
    const { forking } = this.#options
    if (forking !== undefined) return forking
    // One of several processes cannot: which says more.
    this.#endpoints.requireAlone(what)
    throw refused('this server cannot fork networks while it runs')
  }

  /** A client that may only send requests must not make the server send some to addresses of its choice. */
  #requireAllowed(forking: Forking, chain: Chain, rpc: string, isTrusted: boolean): void {
    const { host } = this.#options
    if (isTrusted || isLoopback(host)) return
    if (forking.isNodeOf(chain, rpc) || forking.isFirstNodeOf(chain, rpc)) return
    throw refused(
      'on a host that other machines can reach, only the control address takes a URL (--control-token)',
    )
  }
}

const SHARED_NODE =
  'other endpoints read the network from the same node: only the control address switches it (--control-token)'

function refused(problem: string): OmmerError {
  return new OmmerError('NOT_ALLOWED', problem)
}

function closed(problem: string): EndpointMoveError {
  return new EndpointMoveError('CLOSED', problem)
}
