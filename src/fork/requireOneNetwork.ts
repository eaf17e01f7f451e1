import { UpstreamError } from '../primitives/upstreamError.ts'
import { readQuantity } from '../record/quantity.ts'
import { ForkError } from './forkError.ts'
import type { Upstream } from './upstream.ts'

/**
 * Checks that nodes are of the network that is forked. Those that do not answer now are asked again before their first
 * answer is used.
 *
 * @throws {ForkError} if one is not
 */
export async function requireOneNetwork(
  chainId: number,
  nodes: readonly Upstream[],
): Promise<void> {
  const found = await Promise.all(nodes.map(chainIdOf))
  const foreign = found.findIndex((id) => id !== undefined && id !== chainId)
  const name = nodes[foreign]?.names.join()
  if (name === undefined) return
  const problem = `all nodes must be of one network: ${name} is of chain ${found[foreign]}, not ${chainId}`
  throw new ForkError(problem, 'rpc')
}

async function chainIdOf(node: Upstream): Promise<number | undefined> {
  try {
    return readQuantity(await node.get('eth_chainId'))
  } catch (error) {
    if (error instanceof UpstreamError) return undefined
    throw error
  }
}
