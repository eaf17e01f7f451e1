import type { Chain, ExtendOptions } from '../chain/chain.ts'
import { createChain } from '../createChain.ts'
import type { LoadLimits } from '../formats/loadLimits.ts'
import { cacheFolder } from './cacheFolder.ts'
import { progressBar } from './progressBar.ts'
import type { SpecArguments } from './specOptions.ts'

/**
 * Generates the chain that was asked for, or takes it from the cache.
 *
 * @returns nothing where `stop` was aborted before the chain was complete
 */
export function generateChain(
  { seed, blocks, preset, chainId, cache }: SpecArguments,
  stop: AbortSignal,
): Promise<Chain | undefined> {
  const folder = cache ? cacheFolder() : undefined
  return withProgress('Generating blocks', stop, (options) =>
    createChain(
      { seed, blocks, preset, chainId },
      { ...options, ...(folder && { cache: folder }) },
    ),
  )
}

/** How files are loaded, as the command line has it. */
export interface LoadArguments {
  /** whether what is loaded is checked */
  readonly verify: boolean
  readonly loadLimit: LoadLimits
}

/**
 * Makes a chain of files.
 *
 * @returns nothing where `stop` was aborted before the chain was complete
 */
export function obtainLoaded(
  path: string,
  { verify, loadLimit: limits }: LoadArguments,
  stop: AbortSignal,
): Promise<Chain | undefined> {
  return withProgress('Loading blocks', stop, async (options) => {
    const { loadChain } = await import('../formats/loadChain.ts')
    return loadChain(path, { ...options, verify, limits })
  })
}

/** @returns nothing where `stop` was aborted before the work was done */
export async function withProgress<Result>(
  label: string,
  stop: AbortSignal,
  make: (options: ExtendOptions) => Promise<Result>,
): Promise<Result | undefined> {
  const bar = progressBar(process.stderr, label)
  try {
    return await make({ onProgress: bar.update, signal: stop })
  } catch (error) {
    if (stop.aborted) return undefined
    throw error
  } finally {
    bar.finish()
  }
}
