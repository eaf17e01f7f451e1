import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from '../encoding/block.ts'
import { uncleHashes } from '../encoding/uncleHashes.ts'
import type { BlockTreeReader } from './tree.ts'

/**
 * Counts what needs the side blocks of a tree: heads, snapshots and the like (retained), blocks that are built on them, and
 * blocks that include them as uncles. A block that nothing needs any more is freed at once. Blocks that were not added here
 * are never freed.
 */
export class BlockReferences {
  readonly #tree: Pick<BlockTreeReader, 'byHash'>
  readonly #free: (block: SealedBlock) => void
  /** by hash, of the blocks that were added: how many references need each */
  readonly #counts = new Map<Hex, number>()
  /** by hash, how many of them are no blocks */
  readonly #retained = new Map<Hex, number>()

  /** @param free removes a block from the tree, and all that is known of it */
  constructor(tree: Pick<BlockTreeReader, 'byHash'>, free: (block: SealedBlock) => void) {
    this.#tree = tree
    this.#free = free
  }

  /** Adds a block of the tree, to be retained before anything is released. */
  add({ hash }: SealedBlock): void {
    if (!this.#counts.has(hash)) this.#counts.set(hash, 0)
  }

  /** Whether a block is freed when nothing needs it. */
  has(hash: Hex): boolean {
    return this.#counts.has(hash)
  }

  /** Keeps a block from now on, with its ancestors. */
  retain({ hash }: Pick<SealedBlock, 'hash'>): void {
    if (!this.#counts.has(hash)) return
    this.#retained.set(hash, (this.#retained.get(hash) ?? 0) + 1)
    this.#change(hash, 1)
  }

  /** Undoes one `retain`. */
  release({ hash }: Pick<SealedBlock, 'hash'>): void {
    const before = this.#retained.get(hash)
    if (before === undefined) return
    if (before > 1) this.#retained.set(hash, before - 1)
    else this.#retained.delete(hash)
    this.#change(hash, -1)
  }

  /** Never frees a block from now on: the main branch has it. */
  settle(hash: Hex): void {
    this.#counts.delete(hash)
    this.#retained.delete(hash)
  }

  /** Adds the blocks of another tree, which this one has, too, and what retains them. */
  adopt(other: BlockReferences): void {
    for (const hash of other.#counts.keys()) {
      const block = this.#tree.byHash(hash)
      if (block !== undefined) this.add(block)
    }
    for (const [hash, count] of other.#retained) {
      for (let each = 0; each < count; each++) this.retain({ hash })
    }
  }

  /** The references of a block are those of its parent and uncles only while something needs it itself. */
  #change(first: Hex, by: 1 | -1): void {
    const hashes = [first]
    for (let hash = hashes.pop(); hash !== undefined; hash = hashes.pop()) {
      const before = this.#counts.get(hash)
      if (before === undefined) continue
      const count = before + by
      this.#counts.set(hash, count)
      if ((by === 1 ? before : count) > 0) continue
      const block = this.#tree.byHash(hash)
      if (block === undefined) continue
      hashes.push(block.parentHash, ...uncleHashes(block))
      if (by === 1) continue
      this.#counts.delete(hash)
      this.#free(block)
    }
  }
}
