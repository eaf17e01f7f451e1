import type { Chain } from './chain/chain.ts'
import type { ForkOptions } from './fork/forkOptions.ts'
import { openFork } from './fork/openFork.ts'

/**
 * Forks a network: the chain begins with a block of it, and reads from a node what is asked for. State is proven if the
 * node has proofs, and blocks on top have the state roots that a node of the network would compute; where a root is not
 * certain, the block says so (`irregular`, `stateRoot`).
 *
 * @throws {ForkError} if an option is invalid, or the network cannot be forked
 * @throws {UpstreamError} if the node does not answer, or with something wrong
 *
 * @example
 * const chain = await createFork({ rpc: 'http://127.0.0.1:8545', block: 'latest' })
 */
export function createFork(options: ForkOptions): Promise<Chain> {
  return openFork(options)
}
