import { toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import type { Account } from '../accounts.ts'
import { Chain, type ExtendOptions } from '../chain.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { Producer } from '../generate/producer.ts'
import { beginChain } from '../genesis/beginChain.ts'
import type { Genesis } from '../genesis/genesis.ts'
import type { Rules } from '../protocol/rules.ts'
import { type Finality, resolveSpec } from '../spec/spec.ts'
import { checkPending } from './checkPending.ts'
import { importBlock } from './importBlock.ts'
import { SideBlockImport } from './sideBlockImport.ts'

/** What is known of a chain beside its blocks. */
export interface ImportOptions extends ExtendOptions {
  /** Default: 32 and 64 blocks, as with a chain that was generated. */
  readonly finality?: Finality
  /** Number of the block that is to be the head; later ones are readable by hash. Default: the last block. */
  readonly head?: number
  /** RLP of blocks of other branches, in any order; they are readable by hash. Default: none. */
  readonly sideBlocks?: readonly Uint8Array[]
  /** Accounts of genesis whose keys are known. Default: none. */
  readonly accounts?: readonly Account[]
  /** What comes next, given the head. By default it is built when it is asked for. */
  readonly pendingOn?: ((head: SealedBlock) => SealedBlock | undefined) | undefined
}

/**
 * Makes a chain of blocks that somebody else built. Each is run again on its parent's state, and refused where a
 * node would refuse it.
 *
 * Where the chain is extended, blocks without transactions are added: what its accounts would send is not known.
 *
 * @param blocks RLP of each block from the first above genesis on, in their order
 * @throws {InvalidBlockError} at the first block that is not valid: {@link InvalidSideBlockError} for one of another
 * branch, {@link InvalidPendingBlockError} for the candidate
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
  const sideBlocks = await SideBlockImport.start(beginning, options.sideBlocks ?? [])
  let parent = genesisBlock
  for (const [index, rlp] of blocks.entries()) {
    options.signal?.throwIfAborted()
    parent = await importBlock(beginning, parent, rlp)
    if (index < head) tree.append(parent.sealed, parent.transactionHashes)
    else tree.addSideBlock(parent.sealed)
    archive.add(parent)
    options.onProgress?.(index + 1, blocks.length)
    await yieldToEventLoop()
    await sideBlocks.importUpTo(index + 1)
  }
  await sideBlocks.importUpTo(Number.POSITIVE_INFINITY)
  const pending = options.pendingOn?.(tree.head)
  if (pending !== undefined) await checkPending(beginning, pending)
  const seed = toHex(keccak256(genesisBlock.sealed.rlp))
  const spec = { ...resolveSpec({ seed, blocks: 0 }), chainId: rules.chainId, rules }
  const participants = { signers: [], miners: [IMPORTED_MINER], amounts: [] }
  const producer = new Producer(spec, participants, beginning)
  return new Chain({
    spec,
    isGenerated: false,
    rules,
    genesis,
    accounts: options.accounts ?? [],
    finality,
    tree,
    producer: async () => producer,
    pending,
  })
}

/** Who mines the blocks above an imported chain. */
const IMPORTED_MINER = { address: new Uint8Array(20), graffiti: new Uint8Array(0) }
