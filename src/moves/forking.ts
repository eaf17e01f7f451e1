import type { Chain } from '../chain/chain.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'

/** Another block of a network, or another network, from which an endpoint is to go on. */
export interface WantedFork {
  /** URL of a node; undefined for the present nodes */
  readonly rpc?: string | undefined
  /** by its number; undefined for the one that a fork begins with by default */
  readonly block?: number | undefined
  /** ends the attempt, but not what the chain reads later */
  readonly signal?: AbortSignal | undefined
  /** whether to read the accounts with known keys, too */
  readonly readsAccounts?: boolean | undefined
}

/** Forks networks while a server runs. */
export interface Forking {
  /**
   * Forks a network as a chain was forked.
   *
   * @param chain may be no fork; then `wanted` has a URL
   * @throws {OmmerError} if it cannot be forked
   */
  open(chain: Chain, wanted: WantedFork): Promise<Chain>
  /**
   * Switches to another node of the same network.
   *
   * @throws {OmmerError} if it does not have the pinned block, or does not give its state in the same way
   */
  setNode(chain: Chain, rpc: string): Promise<void>
  /** Whether a URL is one of those that a chain asks. */
  isNodeOf(chain: Chain, rpc: string): boolean
  /** Whether a URL is one of those from which a chain was forked at first, before any reset. */
  isFirstNodeOf(chain: Chain, rpc: string): boolean
}

/** Forks networks for the endpoints that one client moves. */
export interface ForkAccess {
  /**
   * The chain that an endpoint goes on from. Afterwards `begin` needs no node.
   *
   * @returns undefined if its chain has the block
   * @throws {OmmerError} if the client may not choose it, or it cannot be forked; the endpoint is then unchanged
   */
  open(endpoint: Endpoint, wanted: WantedFork): Promise<Chain | undefined>
  /** Funds the accounts of an endpoint as at the start of a fork, if the server does that. */
  begin(endpoint: Endpoint): Promise<void>
}
