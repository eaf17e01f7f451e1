import type { Chain, ExtendOptions } from '../chain/chain.ts'
import { createChain } from '../chain/createChain.ts'
import { importHive } from '../fixtures/hive/importHive.ts'
import { progressBar } from './progressBar.ts'
import type { SpecArguments } from './specOptions.ts'

/**
 * Generates the chain that was asked for.
 *
 * @returns nothing where `stop` was aborted before the chain was complete
 */
export function generateChain(
  { seed, blocks, preset }: SpecArguments,
  stop: AbortSignal,
): Promise<Chain | undefined> {
  return withProgress('Generating blocks', stop, (options) =>
    createChain({ seed, blocks, preset }, options),
  )
}

/**
 * Makes a chain of a folder.
 *
 * @returns nothing where `stop` was aborted before the chain was complete
 */
export function loadChain(folder: string, stop: AbortSignal): Promise<Chain | undefined> {
  return withProgress('Importing blocks', stop, (options) => importHive(folder, options))
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
