import { describe, expect, it } from 'vitest'
import { NodeSegment } from '../../../src/fork/witness/nodeSegment.ts'
import { keccak256, keccakReady } from '../../../src/primitives/keccak.ts'

await keccakReady

const nodes = Array.from({ length: 500 }, (_, index) => Buffer.from(`node ${index}`.repeat(9)))
const hashOf = (node: Uint8Array) => Buffer.from(keccak256(node))

describe('a segment of nodes', () => {
  it('finds each node by its hash, and no other', () => {
    const { bytes } = NodeSegment.of(nodes)
    const segment = new NodeSegment(bytes)
    expect(segment.count).toBe(500)
    for (const node of nodes) expect(Buffer.from(segment.get(hashOf(node)) ?? [])).toEqual(node)
    for (const node of nodes) {
      const other = hashOf(node)
      other[31] = (other[31] as number) ^ 1
      expect(segment.get(other)).toBeUndefined()
    }
  })

  it('has the same bytes in any order, however often a node is added', () => {
    const { bytes, digest } = NodeSegment.of(nodes)
    expect(NodeSegment.of([...nodes.toReversed(), ...nodes]).bytes).toEqual(bytes)
    const halves = [NodeSegment.of(nodes.slice(0, 300)), NodeSegment.of(nodes.slice(200))]
    expect(NodeSegment.of(halves.flatMap((each) => [...each.nodes()])).digest).toBe(digest)
  })

  it('takes six bytes more for each node', () => {
    const length = nodes.reduce((sum, node) => sum + node.length, 0)
    expect(NodeSegment.of(nodes).bytes.length).toBe(4 + length + 6 * 500)
    expect(NodeSegment.of([]).bytes.length).toBe(4)
  })

  it('is refused where it is cut off', () => {
    const { bytes } = NodeSegment.of(nodes)
    for (const length of [3, 100, bytes.length - 1]) {
      expect(() => new NodeSegment(bytes.subarray(0, length))).toThrow(RangeError)
    }
  })
})
