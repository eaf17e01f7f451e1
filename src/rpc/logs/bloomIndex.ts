import type { SealedBlock } from '../../chain/encoding/block.ts'
import { headerBloom } from '../../chain/encoding/decode/headerBloom.ts'
import type { CanonicalChain } from '../../endpoint/view.ts'

/** How many blocks a section has: one for each bit of an integer. */
export const SECTION_BLOCKS = 32

const BLOOM_BITS = 2048

/** With 8 KiB each, 34 MiB together, for 131,072 blocks. */
const SECTIONS_MAX = 4096

/** Successive blocks with their blooms transposed. Bit `i` of an integer is about block `i`. */
export interface BloomSection {
  readonly blocks: readonly (SealedBlock | undefined)[]
  /** for each bit of a bloom, the blocks that have it */
  readonly planes: Int32Array
  /** the blocks with any bit */
  readonly notEmpty: number
  /** the blocks that were recorded: their JSON may have logs that are not in their bytes */
  readonly recorded: number
}

/**
 * The blooms of canonical blocks, by sections, which are made when a search first needs them. Reading one integer for 32
 * blocks takes less than reading 32 headers in as many places of the memory.
 */
export class BloomIndex {
  /** By the last block. A section ends with its blocks. */
  readonly #sections = new WeakMap<SealedBlock, BloomSection>()
  /** the last blocks of sections, oldest first */
  readonly #lasts = new Set<WeakRef<SealedBlock>>()
  readonly #sectionsMax: number

  /** @param sectionsMax how many sections are kept */
  constructor(sectionsMax = SECTIONS_MAX) {
    this.#sectionsMax = sectionsMax
  }

  /**
   * The section of a canonical chain that begins with a number.
   *
   * @param chain which has all its blocks
   */
  section(chain: CanonicalChain, first: number): BloomSection {
    const last = chain(first + SECTION_BLOCKS - 1)
    const kept = last && this.#sections.get(last)
    if (kept !== undefined && hasSameBlocks(kept, chain, first)) return kept
    const blocks = Array.from({ length: SECTION_BLOCKS }, (_, index) => chain(first + index))
    const section = transpose(blocks)
    if (last !== undefined) this.#keep(last, section)
    return section
  }

  #keep(last: SealedBlock, section: BloomSection): void {
    if (!this.#sections.has(last)) this.#lasts.add(new WeakRef(last))
    this.#sections.set(last, section)
    for (const oldest of this.#lasts) {
      if (this.#lasts.size <= this.#sectionsMax) break
      this.#lasts.delete(oldest)
      const block = oldest.deref()
      if (block !== undefined) this.#sections.delete(block)
    }
  }
}

/** A fault may swap a block in the middle, and a chain that was loaded broken may have wrong parent hashes. */
function hasSameBlocks({ blocks }: BloomSection, chain: CanonicalChain, first: number): boolean {
  for (let index = 0; index < SECTION_BLOCKS; index++) {
    if (blocks[index] !== chain(first + index)) return false
  }
  return true
}

function transpose(blocks: readonly (SealedBlock | undefined)[]): BloomSection {
  const planes = new Int32Array(BLOOM_BITS)
  let notEmpty = 0
  let recorded = 0
  for (const [index, block] of blocks.entries()) {
    if (block === undefined) continue
    if (block.recorded !== undefined) recorded |= 1 << index
    else if (addBloom(planes, headerBloom(block), 1 << index)) notEmpty |= 1 << index
  }
  return { blocks, planes, notEmpty, recorded }
}

/** @returns whether the bloom has any bit */
function addBloom(planes: Int32Array, bloom: Uint8Array, mask: number): boolean {
  let any = 0
  for (let at = 0; at < bloom.length; at++) {
    const byte = bloom[at] as number
    if (byte === 0) continue
    any |= byte
    // Bit 0 of a bloom is the lowest of its last byte.
    const bit = 8 * (bloom.length - 1 - at)
    for (let low = 0; low < 8; low++) {
      if (byte & (1 << low)) planes[bit + low] = (planes[bit + low] as number) | mask
    }
  }
  return any !== 0
}
