import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as indexerModule from '../../examples/indexer/indexer.ts'
import type * as storeModule from '../../examples/indexer/store.ts'
import type { Mutant } from './mutant.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The parts of the example indexer that a client is made of. */
export interface IndexerModules {
  readonly Indexer: typeof indexerModule.Indexer
  readonly Store: typeof storeModule.Store
}

/**
 * Loads the example indexer with a fault in it.
 *
 * @param mutant undefined for the indexer as it is
 * @throws if the text that it replaces does not occur exactly once
 */
export async function mutatedIndexer(mutant: Mutant | undefined): Promise<IndexerModules> {
  // In the repository, so that its packages are found.
  const folder = mkdtempSync(join(root, 'node_modules/.mutant-'))
  try {
    cpSync(join(root, 'examples/indexer'), folder, { recursive: true })
    if (mutant !== undefined) mutate(join(folder, mutant.file), mutant)
    const { Indexer } = await import(join(folder, 'indexer.ts'))
    const { Store } = await import(join(folder, 'store.ts'))
    return { Indexer, Store }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function mutate(file: string, { fault, find, replace }: Mutant): void {
  const text = readFileSync(file, 'utf8')
  const parts = text.split(find)
  if (parts.length !== 2) throw new Error(`${fault}: the text occurs ${parts.length - 1} times`)
  writeFileSync(file, parts.join(replace))
}
