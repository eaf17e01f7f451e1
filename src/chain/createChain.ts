import { beginChain } from './beginChain.ts'
import type { Chain } from './chain.ts'
import type { ExtendOptions } from './extendOptions.ts'
import { requireFeasibleTraffic } from './generate/traffic/requireFeasibleTraffic.ts'
import { type ChainSpec, resolveSpec } from './spec/spec.ts'

/**
 * Generates the chain that a spec describes. Every transaction in it is signed and run by the EVM; equal specs give
 * equal bytes, in any process.
 *
 * @throws {SpecError} if the spec is not a valid `ChainSpec`
 *
 * @example
 * const chain = await createChain({ seed: 'my-suite', blocks: 64 })
 * chain.head.header.number // 64
 */
export async function createChain(
  given: ChainSpec = {},
  options: ExtendOptions = {},
): Promise<Chain> {
  const spec = resolveSpec(given)
  requireFeasibleTraffic(spec)
  const chain = await beginChain(spec)
  await chain.extend(spec.blocks, options)
  return chain
}
