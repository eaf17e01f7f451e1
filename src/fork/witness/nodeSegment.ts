import { createHash } from 'node:crypto'
import { keccak256 } from '../../primitives/keccak.ts'

// A file with nodes of tries: their count, a table with the beginning of the hash of each and its length, and the nodes
// themselves, all in the order of the hashes. So the same nodes give the same bytes, and few are hashed to find one.

const COUNT_BYTES = 4
const HASH_BYTES = 4
const ENTRY_BYTES = HASH_BYTES + 2

/** Nodes of tries, found by hash. */
export class NodeSegment {
  readonly bytes: Buffer
  readonly count: number
  /** where each node ends */
  readonly #ends: Uint32Array

  /** @throws {RangeError} if the bytes are no segment */
  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.count = bytes.readUInt32BE(0)
    this.#ends = new Uint32Array(this.count)
    let end = tableEnd(this.count)
    for (let index = 0; index < this.count; index++) {
      end += bytes.readUInt16BE(COUNT_BYTES + ENTRY_BYTES * index + HASH_BYTES)
      this.#ends[index] = end
    }
    if (end !== bytes.length) throw new RangeError('it is cut off')
  }

  /** @param nodes RLP, any number of each */
  static of(nodes: Iterable<Uint8Array>): NodeSegment {
    const byHash = new Map<string, Uint8Array>()
    for (const node of nodes) byHash.set(Buffer.from(keccak256(node)).toString('hex'), node)
    const sorted = [...byHash].sort(([one], [other]) => (one < other ? -1 : 1))
    const table = Buffer.alloc(tableEnd(sorted.length))
    table.writeUInt32BE(sorted.length)
    for (const [index, [hash, node]] of sorted.entries()) {
      const at = COUNT_BYTES + ENTRY_BYTES * index
      table.write(hash, at, HASH_BYTES, 'hex')
      table.writeUInt16BE(node.length, at + HASH_BYTES)
    }
    return new NodeSegment(Buffer.concat([table, ...sorted.map(([, node]) => node)]))
  }

  /** In hex. */
  get digest(): string {
    return createHash('sha256').update(this.bytes).digest('hex')
  }

  /** The node with a hash; undefined if it is not here. */
  get(hash: Buffer): Uint8Array | undefined {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#compare(middle, hash) < 0) low = middle + 1
      else high = middle
    }
    // Several may begin alike.
    for (let index = low; index < this.count && this.#compare(index, hash) === 0; index++) {
      const node = this.#node(index)
      if (Buffer.compare(keccak256(node), hash) === 0) return node
    }
    return undefined
  }

  *nodes(): Generator<Uint8Array> {
    for (let index = 0; index < this.count; index++) yield this.#node(index)
  }

  #compare(index: number, hash: Buffer): number {
    const at = COUNT_BYTES + ENTRY_BYTES * index
    return this.bytes.compare(hash, 0, HASH_BYTES, at, at + HASH_BYTES)
  }

  #node(index: number): Uint8Array {
    const start = index === 0 ? tableEnd(this.count) : this.#ends[index - 1]
    return this.bytes.subarray(start, this.#ends[index])
  }
}

function tableEnd(count: number): number {
  return COUNT_BYTES + ENTRY_BYTES * count
}
