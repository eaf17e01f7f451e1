import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ChainSpec, TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'

/** What the command line serves by default, and with `--dev`. */
const specs: readonly ChainSpec[] = [{}, { mnemonic: TEST_MNEMONIC }]

/**
 * Generates the chains that the command line serves by default, with the built package.
 *
 * @param output the folder of the built package
 */
export async function writeShippedChains(output: string): Promise<void> {
  const { createChain }: typeof import('../../src/index.ts') = await import(
    pathToFileURL(join(output, 'index.js')).href
  )
  for (const spec of specs) await createChain(spec, { cache: join(output, 'chains') })
}
