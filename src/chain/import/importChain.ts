import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { Account } from '../accounts.ts'
import { Chain } from '../chain.ts'
import type { SealedBlock } from '../encoding/block.ts'
import type { ExtendOptions } from '../extendOptions.ts'
import { BlockFactory } from '../generate/blockFactory.ts'
import { createChainCore } from '../genesis/chainCore.ts'
import type { Genesis } from '../genesis/genesis.ts'
import type { Rules } from '../protocol/rules.ts'
import { type ChainSpec, type Finality, resolveSpec } from '../spec/spec.ts'
import { checkPending } from './checkPending.ts'
import { importBlock } from './importBlock.ts'
import { IMPORTED_MINER } from './importedMiner.ts'
import { SideBlockImport } from './sideBlockImport.ts'

/** What is known about a chain apart from its blocks. */
export interface ImportOptions extends ExtendOptions {
  /** Default: 32 and 64 blocks, as for a generated chain. */
  readonly finality?: Finality
  /** Number of the head; later blocks are readable by hash. Default: the last block. */
  readonly head?: number
  /** RLP of the blocks of other branches, in any order, which are readable by hash. Default: none. */
  readonly sideBlocks?: readonly Uint8Array[]
  /** Accounts of genesis whose keys are known. Default: none. */
  readonly accounts?: readonly Account[]
  /** What is known of the spec, such as its seed. Default: the seed is the hash of the genesis block. */
  readonly fields?: ChainSpec
  /** Returns the candidate for the next block. Default: it is built when a client asks for it. */
  readonly pendingOn?: ((head: SealedBlock) => SealedBlock | undefined) | undefined
}

/**
 * Makes a chain from blocks that were built elsewhere. Each one runs on its parent's state, and is rejected if a node
 * would reject it.
 *
 * Extending the chain adds blocks without transactions, because the keys of its accounts are not known.
 *
 * @param blocks RLP of the blocks above genesis, in order
 * @throws {InvalidBlockError} for the first block that is not valid: {@link InvalidSideBlockError} for a side block,
 * {@link InvalidPendingBlockError} for the candidate
 */
export async function importChain(
  genesis: Genesis,
  rules: Rules,
  blocks: readonly Uint8Array[],
  options: ImportOptions = {},
): Promise<Chain> {
  const { finality = { safe: 32, finalized: 64 }, head = blocks.length } = options
  const core = await createChainCore(rules, genesis)
  const { tree, archive, genesisBlock } = core
  const sideBlocks = await SideBlockImport.start(core, options.sideBlocks ?? [])
  let parent = genesisBlock
  for (const [index, rlp] of blocks.entries()) {
    options.signal?.throwIfAborted()
    parent = await importBlock(core, parent, rlp)
    if (index < head) tree.append(parent.sealed, parent.transactionHashes)
    else tree.addSideBlock(parent.sealed)
    archive.add(parent)
    options.onProgress?.(index + 1, blocks.length)
    await yieldToEventLoop()
    await sideBlocks.importUpTo(index + 1)
  }
  await sideBlocks.importUpTo(Number.POSITIVE_INFINITY)
  const pending = options.pendingOn?.(tree.head)
  if (pending !== undefined) await checkPending(core, pending)
  const seed = toHex(keccak256(genesisBlock.sealed.rlp))
  const known = resolveSpec({ seed, blocks: 0, ...options.fields })
  const spec = { ...known, chainId: rules.chainId, rules }
  const participants = { signers: [], miners: [IMPORTED_MINER], amounts: [] }
  const blockFactory = new BlockFactory(spec, participants, core)
  return new Chain({
    spec,
    isGenerated: false,
    rules,
    genesis,
    accounts: options.accounts ?? [],
    finality,
    tree,
    blockFactory: async () => blockFactory,
    states: core.archive.states,
    pending,
  })
}
