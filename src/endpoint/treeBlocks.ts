import type { SealedBlock } from '../chain/encoding/block.ts'
import { decodeHeader } from '../chain/encoding/decode/decodeHeader.ts'
import { headerItems } from '../chain/encoding/decode/headerOf.ts'
import { transactionCount } from '../chain/encoding/senders.ts'
import { uncleHashes } from '../chain/encoding/uncleHashes.ts'
import { UNCLE_DEPTH_MAX } from '../chain/protocol/uncles.ts'
import type { TreeBlock } from '../drawing/treeLayout.ts'
import type { Hex } from '../primitives/hex.ts'
import type { View } from './view.ts'

/** How many blocks are described at a time; side blocks above that are only counted. */
const BLOCKS_MAX = 2048

/** An estimate of what the description of a block takes in memory. */
const BLOCK_BYTES = 700

/** All blocks of a range of numbers. */
export interface TreeBlocks {
  /** in ascending order of numbers, and the canonical block of each number first */
  readonly blocks: readonly TreeBlock[]
  /** how many side blocks were left out, because there are too many */
  readonly omitted: number
}

/** A block, and what its header says. */
interface Read {
  readonly block: SealedBlock
  readonly isCanonical: boolean
  readonly uncles: readonly Hex[]
}

/**
 * Describes the blocks that a view knows: those of its branch, of side branches, and blocks that became uncles. A step
 * describes one block, and yields an estimate of the memory that is used by then.
 */
export function* readTreeBlocks(
  view: View,
  { from, to }: { readonly from: number; readonly to: number },
): Generator<number, TreeBlocks, void> {
  const canonical = view.canonicalChain()
  const { tree } = view.chain
  const found: Read[] = []
  const includers = new Map<Hex, SealedBlock>()
  let omitted = 0
  // Blocks of a network that a chain was forked from are read only when a client asks for them.
  for (let number = Math.max(from, tree.first.number); number <= to + UNCLE_DEPTH_MAX; number++) {
    const own = canonical(number)
    for (const block of canonicalFirst(tree.blocksAt(number), own)) {
      const isCanonical = block.hash === own?.hash
      if (found.length >= BLOCKS_MAX && !isCanonical) {
        if (number <= to) omitted++
        continue
      }
      const uncles = uncleHashes(block)
      for (const uncle of uncles) {
        if (isCanonical || !includers.has(uncle)) includers.set(uncle, block)
      }
      if (number <= to) found.push({ block, isCanonical, uncles })
      yield found.length * BLOCK_BYTES
    }
  }
  const blocks: TreeBlock[] = []
  for (const read of found) {
    blocks.push(describe(read, includers.get(read.block.hash), tree.labelOf(read.block.hash)))
    yield found.length * BLOCK_BYTES
  }
  return { blocks, omitted }
}

function canonicalFirst(
  blocks: readonly SealedBlock[],
  own: SealedBlock | undefined,
): readonly SealedBlock[] {
  if (own === undefined || blocks[0]?.hash === own.hash) return blocks
  return [own, ...blocks.filter(({ hash }) => hash !== own.hash)]
}

function describe(
  { block, isCanonical, uncles }: Read,
  includer: SealedBlock | undefined,
  label: string | undefined,
): TreeBlock {
  const { number, hash, parentHash, irregularity } = block
  const { timestamp, miner, gasUsed, gasLimit } = decodeHeader(headerItems(block))
  return {
    hash,
    number,
    parentHash,
    timestamp,
    miner,
    transactions: transactionCount(block),
    gasUsed: Number(gasUsed),
    gasLimit: Number(gasLimit),
    uncles,
    isCanonical,
    isUncle: includer !== undefined,
    includedBy: includer?.hash ?? null,
    branch: label === undefined ? null : label.replaceAll(LONG_HASH, '$1'),
    ...(irregularity !== undefined && { irregular: true }),
  }
}

/** The labels of generated branches contain the hash of the head that they replace. */
const LONG_HASH = /(0x[\da-f]{8})[\da-f]{56}/g
