import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Generates the chain that the command line serves by default, with the built package.
 *
 * @param output the folder of the built package
 */
export async function writeShippedChains(output: string): Promise<void> {
  const { createChain }: typeof import('../../src/index.ts') = await import(
    pathToFileURL(join(output, 'index.js')).href
  )
  await createChain({}, { cache: join(output, 'chains') })
}
