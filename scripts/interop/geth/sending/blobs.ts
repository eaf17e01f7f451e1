import { readFileSync } from 'node:fs'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { fromHex } from '../../../../src/primitives/hex.ts'
import type { Random } from '../../../../src/primitives/random.ts'
import { sha256 } from '../../../../src/primitives/sha256.ts'

/** A blob with all that its transaction needs. */
export interface ProvenBlob {
  readonly blob: Uint8Array
  readonly commitment: Uint8Array
  /** of version 0 */
  readonly proof: Uint8Array
  /** of version 1 */
  readonly cellProofs: readonly Uint8Array[]
}

const BLOB_BYTES = 131_072
const NUMBER_BYTES = 32
const CELLS = 128

/** The point at infinity: the proof of a polynomial that is constant. */
const INFINITY = Uint8Array.from({ length: 48 }, (_, index) => (index === 0 ? 0xc0 : 0))

/** A blob of one number only, whose proofs need no trusted setup. */
export function constantBlob(random: Random): ProvenBlob {
  const number = random.bytes(NUMBER_BYTES)
  number[0] = random.pick([0, 0x10, 0x73])
  if (number[0] === 0x73) number[1] = 0
  const blob = new Uint8Array(BLOB_BYTES)
  for (let at = 0; at < BLOB_BYTES; at += NUMBER_BYTES) blob.set(number, at)
  const factor = BigInt(`0x${Buffer.from(number).toString('hex')}`)
  const commitment = bls12_381.G1.Point.BASE.multiply(factor).toBytes(true)
  return { blob, commitment, proof: INFINITY, cellProofs: new Array(CELLS).fill(INFINITY) }
}

interface RecordedBlob {
  readonly seed: string
  readonly commitment: string
  readonly proof: string
  readonly cellProofs: readonly string[]
}

/** Blobs with proofs that go-ethereum computed. */
export function recordedBlobs(): ProvenBlob[] {
  const file = new URL('../../../../test/data/kzg/cell-proofs.json', import.meta.url)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as RecordedBlob[]
  return recorded.map(({ seed, commitment, proof, cellProofs }) => ({
    blob: blobOf(seed),
    commitment: fromHex(commitment),
    proof: fromHex(proof),
    cellProofs: cellProofs.map(fromHex),
  }))
}

/** The blob whose proofs were recorded: hashes of a seed and an index. */
function blobOf(seed: string): Uint8Array {
  const blob = new Uint8Array(BLOB_BYTES)
  for (let at = 0; at < BLOB_BYTES; at += NUMBER_BYTES) {
    const number = sha256(Buffer.from(`${seed}/${at / NUMBER_BYTES}`))
    number[0] = 0
    blob.set(number, at)
  }
  return blob
}

/** The hash by which a transaction names a blob (EIP-4844). */
export function versionedHash(commitment: Uint8Array): Uint8Array {
  const hash = sha256(commitment)
  hash[0] = 1
  return hash
}
