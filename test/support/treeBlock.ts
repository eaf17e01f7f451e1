import type { TreeBlock } from '../../src/drawing/treeLayout.ts'

/** A block as `ommer_tree` returns it: on a side branch and empty, unless `others` says something else. */
export function treeBlock(
  hash: string,
  number: number,
  parentHash: string,
  others: Partial<TreeBlock> = {},
): TreeBlock {
  return {
    hash,
    number,
    parentHash,
    timestamp: 1_700_000_000 + 12 * number,
    miner: '0x00000000000000000000000000000000000000a1',
    transactions: 0,
    gasUsed: 0,
    gasLimit: 30_000_000,
    uncles: [],
    isCanonical: false,
    isUncle: false,
    includedBy: null,
    branch: null,
    ...others,
  }
}
