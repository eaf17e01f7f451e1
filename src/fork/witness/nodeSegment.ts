import { createHash } from 'node:crypto'
import { keccak256 } from '../../primitives/keccak.ts'

// A file with nodes of tries: their count, a table with the beginning of the hash of each and where it ends, and the nodes
// themselves, all in the order of the hashes. So the same nodes give the same bytes, and a node is found without reading
// the others.

const COUNT_BYTES = 4
const HASH_BYTES = 8
const ENTRY_BYTES = HASH_BYTES + 4

/** Nodes of tries, found by hash. */
export class NodeSegment {
  readonly bytes: Buffer
  readonly count: number

  /** @throws {RangeError} if the bytes are no segment */
  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.count = bytes.readUInt32BE(0)
    const end = this.count === 0 ? 0 : this.#end(this.count - 1)
    if (this.#start + end !== bytes.length) throw new RangeError('the segment is cut off')
  }

  /** @param nodes RLP, any number of each */
  static of(nodes: Iterable<Uint8Array>): NodeSegment {
    const byHash = new Map<string, Uint8Array>()
    for (const node of nodes) byHash.set(Buffer.from(keccak256(node)).toString('hex'), node)
    const sorted = [...byHash].sort(([one], [other]) => (one < other ? -1 : 1))
    const table = Buffer.alloc(COUNT_BYTES + ENTRY_BYTES * sorted.length)
    table.writeUInt32BE(sorted.length)
    let end = 0
    for (const [index, [hash, node]] of sorted.entries()) {
      end += node.length
      const at = COUNT_BYTES + ENTRY_BYTES * index
      table.write(hash, at, HASH_BYTES, 'hex')
      table.writeUInt32BE(end, at + HASH_BYTES)
    }
    return new NodeSegment(Buffer.concat([table, ...sorted.map(([, node]) => node)]))
  }

  /** In hex. */
  get digest(): string {
    return createHash('sha256').update(this.bytes).digest('hex')
  }

  /**
   * The node with a hash; undefined if it is not here.
   *
   * @throws {RangeError} if it does not have the hash
   */
  get(hash: Buffer): Uint8Array | undefined {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#compare(middle, hash) < 0) low = middle + 1
      else high = middle
    }
    if (low === this.count || this.#compare(low, hash) !== 0) return undefined
    const node = this.#node(low)
    if (Buffer.compare(keccak256(node), hash) === 0) return node
    throw new RangeError(`node 0x${hash.toString('hex')} is damaged`)
  }

  *nodes(): Generator<Uint8Array> {
    for (let index = 0; index < this.count; index++) yield this.#node(index)
  }

  get #start(): number {
    return COUNT_BYTES + ENTRY_BYTES * this.count
  }

  #compare(index: number, hash: Buffer): number {
    const at = COUNT_BYTES + ENTRY_BYTES * index
    return this.bytes.compare(hash, 0, HASH_BYTES, at, at + HASH_BYTES)
  }

  #end(index: number): number {
    return this.bytes.readUInt32BE(COUNT_BYTES + ENTRY_BYTES * index + HASH_BYTES)
  }

  #node(index: number): Uint8Array {
    const from = index === 0 ? 0 : this.#end(index - 1)
    return this.bytes.subarray(this.#start + from, this.#start + this.#end(index))
  }
}
