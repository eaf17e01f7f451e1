import type { SealedBlock } from '../../chain/encoding/block.ts'
import type { CanonicalChain } from '../../endpoint/view.ts'
import { type BloomIndex, SECTION_BLOCKS } from './bloomIndex.ts'
import { type BloomTest, mayHaveLogs } from './bloomTest.ts'

/** The numbers of canonical blocks, both included. */
export interface NumberedBlocks {
  readonly blockAt: CanonicalChain
  readonly from: number
  readonly to: number
}

/**
 * The blocks of a range that may have matching logs, in order. Sections that lie in the range are looked up in the index.
 *
 * @returns also undefined, so that the caller can pause where there are no such blocks for long
 */
export function* blocksToSearch(
  { blockAt, from, to }: NumberedBlocks,
  test: BloomTest,
  index: BloomIndex,
): Generator<SealedBlock | undefined> {
  for (let number = from; number <= to; ) {
    if (number % SECTION_BLOCKS === 0 && number + SECTION_BLOCKS - 1 <= to) {
      const section = index.section(blockAt, number)
      const found = test.blocksOf(section)
      for (let bits = found; bits !== 0; bits &= bits - 1) yield section.blocks[lowestBit(bits)]
      yield undefined
      number += SECTION_BLOCKS
    } else {
      const block = blockAt(number)
      yield block && mayHaveLogs(block, test) ? block : undefined
      number++
    }
  }
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits)
}
