import { afterAll } from 'vitest'
import type { Block } from '../../../src/chain/encoding/block.ts'
import { type Chain, createChain, type Server, serve } from '../../../src/index.ts'
import { blocksOf } from '../chain.ts'

/** A chain, its server, and the blocks that a client must find. */
export interface ServedChain {
  readonly chain: Chain
  readonly server: Server
  /** genesis to head, indexed by number */
  readonly blocks: readonly Block[]
  readonly head: Block
  readonly pending: Block
  /** the first block that includes two uncles */
  readonly withUncles: Block
}

/**
 * Serves a short chain until the last test of the file has run. It has every tag and every type of transaction in `pow`:
 * its seed is chosen accordingly.
 */
export async function serveChain(): Promise<ServedChain> {
  made ??= makeChain()
  const { chain, pending } = await made
  const blocks = blocksOf(chain)
  const server = await serve(chain, { port: 0 })
  afterAll(() => server.close())
  return {
    chain,
    server,
    blocks,
    head: present(blocks.at(-1)),
    pending,
    withUncles: present(blocks.find(({ uncles }) => uncles.length === 2)),
  }
}

/** Created once per worker: the tests of all client libraries only read it. */
let made: ReturnType<typeof makeChain> | undefined

async function makeChain() {
  const finality = { safe: 4, finalized: 8 }
  const chain = await createChain({ seed: 'a', blocks: 24, preset: 'pow', finality })
  return { chain, pending: await extendUntilPendingHasAllTypes(chain) }
}

async function extendUntilPendingHasAllTypes(chain: Chain): Promise<Block> {
  while (chain.tree.head.number < 200) {
    const pending = await chain.pendingBlock()
    if (new Set(pending.transactions.map(({ type }) => type)).size === 3) return pending
    await chain.extend(1)
  }
  throw new Error('no candidate has transactions of types 0, 1 and 2')
}

export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('what should be there is not')
  return value
}
