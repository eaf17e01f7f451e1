import type { Chain, ExtendOptions } from './chain/chain.ts'
import { type ChainSpec, resolveSpec } from './chain/spec/spec.ts'
import { CacheEntry } from './formats/cache/cacheEntry.ts'

/** Options for creating a chain. */
export interface CreateOptions extends ExtendOptions {
  /** Folder in which generated chains are cached, so that they load at once the next time. Default: no cache. */
  readonly cache?: string
}

/**
 * Creates the chain that a spec describes. Every transaction in it is signed and run by the EVM; equal specs give
 * equal bytes, in any process.
 *
 * @throws {SpecError} if the spec is invalid
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
  const cached = await entry?.read(options.signal)
  options.signal?.throwIfAborted()
  if (cached !== undefined) return cached
  // Loaded only when needed: the generator takes longer to load than a cached chain.
  const { createChain: generate } = await import('./chain/createChain.ts')
  const chain = await generate(given, options)
  await entry?.write(chain)
  return chain
}
