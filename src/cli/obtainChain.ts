import type { Chain, ExtendOptions } from '../chain/chain.ts'
import { createChain } from '../createChain.ts'
import { cacheFolder } from './cacheFolder.ts'
import { progressBar } from './progressBar.ts'
import type { SpecArguments } from './specOptions.ts'

/**
 * Generates the chain that was asked for, or takes it from the cache.
 *
 * @returns nothing where `stop` was aborted before the chain was complete
 */
export function generateChain(
  { seed, blocks, preset, cache }: SpecArguments,
  stop: AbortSignal,
): Promise<Chain | undefined> {
  const folder = cache ? cacheFolder() : undefined
  return withProgress('Generating blocks', stop, (options) =>
    createChain({ seed, blocks, preset }, { ...options, ...(folder && { cache: folder }) }),
  )
}

/**
 * Makes a chain of a folder.
 *
 * @returns nothing where `stop` was aborted before the chain was complete
 */
export function loadChain(folder: string, stop: AbortSignal): Promise<Chain | undefined> {
  return withProgress('Importing blocks', stop, async (options) => {
    const { importHive } = await import('../fixtures/hive/importHive.ts')
    return importHive(folder, options)
  })
}

async function withProgress(
  label: string,
  stop: AbortSignal,
  make: (options: ExtendOptions) => Promise<Chain>,
): Promise<Chain | undefined> {
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
