import { toHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { beginChain } from './beginChain.ts'
import { Chain, type ExtendOptions } from './chain.ts'
import type { Genesis } from './genesis.ts'
import { importBlock } from './import/importBlock.ts'
import { Producer } from './producer.ts'
import type { Rules } from './rules.ts'
import { type Finality, resolveSpec } from './spec.ts'
import { turnOfOthers } from './turnOfOthers.ts'

/** Blocks that are to become a chain, from the first above genesis on. */
export interface ImportOptions extends ExtendOptions {
  /** Default: 32 and 64 blocks, as with a chain that was generated. */
  readonly finality?: Finality
  /** Number of the block that is to be the head; later ones are readable by hash. Default: the last block. */
  readonly head?: number
}

/**
 * Makes a chain of blocks that somebody else built. Each is run again on its parent's state, and refused where a
 * node would refuse it.
 *
 * Nobody knows the keys of its accounts: where the chain is extended, blocks without transactions are added.
 *
 * @param blocks RLP of each block, in their order, genesis left out
 * @throws {InvalidBlockError} at the first block that is not valid
 */
export async function importChain(
  genesis: Genesis,
  rules: Rules,
  blocks: readonly Uint8Array[],
  options: ImportOptions = {},
): Promise<Chain> {
  const { finality = { safe: 32, finalized: 64 }, head = blocks.length } = options
  const beginning = await beginChain(rules, genesis)
  const { tree, archive, genesisBlock } = beginning
  let parent = genesisBlock
  for (const [index, rlp] of blocks.entries()) {
    options.signal?.throwIfAborted()
    parent = await importBlock(beginning, parent, rlp)
    if (index < head) tree.append(parent.sealed, parent.transactionHashes)
    else tree.addSideBlock(parent.sealed)
    archive.add(parent)
    options.onProgress?.(index + 1, blocks.length)
    await turnOfOthers()
  }
  const seed = toHex(keccak256(genesisBlock.sealed.rlp))
  const spec = { ...resolveSpec({ seed, blocks: 0 }), rules }
  const cast = { signers: [], miners: [IMPORTED_MINER], amounts: [] }
  const producer = new Producer(spec, cast, beginning)
  return new Chain({
    spec,
    isGenerated: false,
    rules,
    genesis,
    accounts: [],
    finality,
    tree,
    producer: async () => producer,
  })
}

/** Who mines the blocks above an imported chain. */
const IMPORTED_MINER = { address: new Uint8Array(20), graffiti: new Uint8Array(0) }
