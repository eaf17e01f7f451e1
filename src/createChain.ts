import type { Chain, ExtendOptions } from './chain/chain.ts'
import { type ChainSpec, resolveSpec } from './chain/spec/spec.ts'
import { CacheEntry } from './formats/cache/cacheEntry.ts'

/** How a chain is to be come by. */
export interface CreateOptions extends ExtendOptions {
  /** A folder for chains that were generated before, from which they are there at once. By default there is none. */
  readonly cache?: string
}

/**
 * Makes the chain that a spec describes. Every transaction in it is signed and run by the EVM; equal specs give
 * equal bytes, in any process.
 *
 * @throws {SpecError} where the spec is not as `ChainSpec` says
 *
 * @example
 * const chain = await createChain({ seed: 'my-suite', blocks: 64 })
 * chain.head.header.number // 64
 */
export async function createChain(
  given: ChainSpec = {},
  { cache: folder, ...options }: CreateOptions = {},
): Promise<Chain> {
  const spec = resolveSpec(given)
  const entry = folder === undefined ? undefined : new CacheEntry(folder, spec, Date.now)
  const kept = await entry?.read(options.signal)
  options.signal?.throwIfAborted()
  if (kept !== undefined) return kept
  // What generates takes longer to load than a kept chain takes to be served.
  const { createChain: generate } = await import('./chain/createChain.ts')
  const chain = await generate(given, options)
  await entry?.write(chain)
  return chain
}
