import { readFileSync } from 'node:fs'
import { fromHex } from '../../src/primitives/hex.ts'
import { sha256 } from '../../src/primitives/sha256.ts'

/** A blob with all that its transaction needs. */
export interface ProvenBlob {
  readonly blob: Uint8Array
  readonly commitment: Uint8Array
  /** of version 0 */
  readonly proof: Uint8Array
  /** of version 1 */
  readonly cellProofs: readonly Uint8Array[]
}

interface RecordedBlob {
  readonly seed: string
  readonly commitment: string
  readonly proof: string
  readonly cellProofs: readonly string[]
}

export const BLOB_BYTES = 131_072
export const NUMBER_BYTES = 32

/** Blobs with proofs that go-ethereum computed. */
export function provenBlobs(): ProvenBlob[] {
  const file = new URL('../data/kzg/cellProofs.json', import.meta.url)
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as RecordedBlob[]
  return recorded.map(({ seed, commitment, proof, cellProofs }) => ({
    blob: blobOf(seed),
    commitment: fromHex(commitment),
    proof: fromHex(proof),
    cellProofs: cellProofs.map(fromHex),
  }))
}

/** The blob whose proofs were recorded: hashes of a seed and an index, the first byte of each zero. */
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
