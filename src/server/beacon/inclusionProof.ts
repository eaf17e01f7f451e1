import { sha256 } from '../../primitives/sha256.ts'

// Merkle trees of SSZ, of which only the commitments of a beacon block's body are known: everything else in it is zero.

/** How many commitments a body may have: 2^12 (consensus-specs, MAX_BLOB_COMMITMENTS_PER_BLOCK). */
const LIST_DEPTH = 12

/** The tree of the fields of a body, and the index of the commitments among them. */
const BODY_DEPTH = 4
const COMMITMENTS_INDEX = 11

/** By depth: the roots of trees whose leaves are zero. */
const zeroRoots = [new Uint8Array(32)]
for (let depth = 0; depth < LIST_DEPTH; depth++) {
  const root = zeroRoot(depth)
  zeroRoots.push(new Uint8Array(hashOf(root, root)))
}

export interface CommitmentsTree {
  /** the root of the body, 32 bytes */
  readonly bodyRoot: Uint8Array
  /** The proof that the body has a commitment (`kzg_commitment_inclusion_proof`): 17 times 32 bytes. */
  proofOf(index: number): readonly Uint8Array[]
}

/** @param commitments of all blobs of a block, each 48 bytes */
export function commitmentsTree(commitments: readonly Uint8Array[]): CommitmentsTree {
  const levels = [commitments.map(rootOfCommitment)]
  for (let depth = 0; depth < LIST_DEPTH; depth++) levels.push(parents(levels[depth] ?? [], depth))
  const [listRoot = zeroRoot(LIST_DEPTH)] = levels[LIST_DEPTH] ?? []
  const length = new Uint8Array(32)
  new DataView(length.buffer).setUint32(0, commitments.length, true)
  const above = Array.from({ length: BODY_DEPTH }, (_, depth) => zeroRoot(depth))
  let bodyRoot = hashOf(listRoot, length)
  for (const [depth, sibling] of above.entries()) {
    const isRight = ((COMMITMENTS_INDEX >> depth) & 1) === 1
    bodyRoot = isRight ? hashOf(sibling, bodyRoot) : hashOf(bodyRoot, sibling)
  }
  const siblings = (index: number) =>
    Array.from(
      { length: LIST_DEPTH },
      (_, depth) => levels[depth]?.[(index >> depth) ^ 1] ?? zeroRoot(depth),
    )
  return { bodyRoot, proofOf: (index) => [...siblings(index), length, ...above] }
}

function parents(nodes: readonly Uint8Array[], depth: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(nodes.length / 2) }, (_, index) =>
    hashOf(nodes[2 * index] as Uint8Array, nodes[2 * index + 1] ?? zeroRoot(depth)),
  )
}

/** Of bytes that take two chunks. */
function rootOfCommitment(commitment: Uint8Array): Uint8Array {
  const chunks = new Uint8Array(64)
  chunks.set(commitment)
  return sha256(chunks)
}

function zeroRoot(depth: number): Uint8Array {
  return zeroRoots[depth] as Uint8Array
}

function hashOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(Buffer.concat([left, right]))
}
