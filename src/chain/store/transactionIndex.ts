import type { Hex } from '../../primitives/hex.ts'

/** The location of a transaction on the main branch. */
export interface IndexEntry {
  readonly blockNumber: number
  /** in the block, from 0 */
  readonly index: number
}

/** In bytes: the hash, the number of the block and the index in it. */
const ENTRY_SIZE = 40
const ENTRIES_PER_CHUNK = 4096

/**
 * Finds transactions by hash. A long chain has millions of them, so entries are bytes in large chunks: these take a
 * quarter of the memory of a Map with string keys, and the garbage collector need not traverse them.
 */
export class TransactionIndex {
  readonly #chunks: Buffer[] = []
  #count = 0
  /** hash table with open addressing by the first bits of the hash: the entry's ordinal plus 1, or 0 if free */
  #slots = new Uint32Array(1024)

  /** @param hash must not be in the index: a branch contains no transaction twice */
  add(hash: Hex, { blockNumber, index }: IndexEntry): void {
    const ordinal = this.#count++
    const at = (ordinal % ENTRIES_PER_CHUNK) * ENTRY_SIZE
    if (at === 0) this.#chunks.push(Buffer.alloc(ENTRIES_PER_CHUNK * ENTRY_SIZE))
    const chunk = this.#chunkOf(ordinal)
    chunk.write(hash.slice(2), at, 32, 'hex')
    chunk.writeUInt32LE(blockNumber, at + 32)
    chunk.writeUInt32LE(index, at + 36)
    // At most half of the slots are taken, so that an unsuccessful search soon finds a free one.
    if (2 * this.#count > this.#slots.length) this.#grow()
    else this.#insert(ordinal)
  }

  get(hash: Hex): IndexEntry | undefined {
    const bytes = Buffer.from(hash.slice(2), 'hex')
    if (bytes.length !== 32) return undefined
    const mask = this.#slots.length - 1
    for (let slot = bytes.readUInt32LE() & mask; ; slot = (slot + 1) & mask) {
      const taken = this.#slots[slot] as number
      if (taken === 0) return undefined
      const chunk = this.#chunkOf(taken - 1)
      const at = ((taken - 1) % ENTRIES_PER_CHUNK) * ENTRY_SIZE
      if (bytes.compare(chunk, at, at + 32) === 0) {
        return { blockNumber: chunk.readUInt32LE(at + 32), index: chunk.readUInt32LE(at + 36) }
      }
    }
  }

  /** All entries in the order in which they were added. */
  *[Symbol.iterator](): Generator<readonly [Hex, IndexEntry]> {
    for (let ordinal = 0; ordinal < this.#count; ordinal++) {
      const chunk = this.#chunkOf(ordinal)
      const at = (ordinal % ENTRIES_PER_CHUNK) * ENTRY_SIZE
      const hash: Hex = `0x${chunk.toString('hex', at, at + 32)}`
      yield [hash, { blockNumber: chunk.readUInt32LE(at + 32), index: chunk.readUInt32LE(at + 36) }]
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(2 * this.#slots.length)
    for (let ordinal = 0; ordinal < this.#count; ordinal++) this.#insert(ordinal)
  }

  #insert(ordinal: number): void {
    const at = (ordinal % ENTRIES_PER_CHUNK) * ENTRY_SIZE
    const mask = this.#slots.length - 1
    let slot = this.#chunkOf(ordinal).readUInt32LE(at) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = ordinal + 1
  }

  #chunkOf(ordinal: number): Buffer {
    return this.#chunks[Math.floor(ordinal / ENTRIES_PER_CHUNK)] as Buffer
  }
}
