import { cacheFolder, isCacheOff } from './cacheFolder.ts'
import type { Chain } from './chain/chain.ts'
import type { ExtendOptions } from './chain/extendOptions.ts'
import type { ChainSpec } from './chain/spec/spec.ts'
import { createChain } from './createChain.ts'

/**
 * Generates a chain, or loads it from a cache.
 *
 * @param cache its folder; by default that of the user, unless it is off; `false`: none
 * @throws as `createChain` does
 */
export function createCachedChain(
  spec: ChainSpec = {},
  cache: string | boolean = !isCacheOff(),
  options: ExtendOptions = {},
): Promise<Chain> {
  // To make a genesis takes no longer than to read it.
  const folder = spec.blocks === 0 ? undefined : cache === true ? cacheFolder() : cache || undefined
  return createChain(spec, { ...options, ...(folder && { cache: folder }) })
}
