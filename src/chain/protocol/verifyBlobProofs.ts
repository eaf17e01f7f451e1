import { toBigInt, toHex, toWord } from '../../primitives/hex.ts'
import { sha256 } from '../../primitives/sha256.ts'
import { BLOB_SIZE, blobCoefficients, SCALARS } from './blobPolynomial.ts'
import { readG1Point } from './g1Sum.ts'
import { verifyKzgProof } from './verifyKzgProof.ts'

const encoder = new TextEncoder()

/** Precedes what is hashed to the point at which a blob's polynomial is evaluated (EIP-4844). */
const DOMAIN = encoder.encode('FSBLOBVERIFY_V1_')

/** How many coefficients are evaluated in about a millisecond. */
const STEP = 1024

/**
 * Verifies one proof for each blob (`verify_blob_kzg_proof` of EIP-4844). A blob takes some 40 milliseconds; yields at
 * least every 20.
 *
 * @param blobs each 131,072 bytes, whose numbers are valid
 * @param commitments each 48 bytes, one for each blob
 * @param proofs each 48 bytes, one for each blob
 * @returns what is wrong; undefined if nothing is
 */
export function* verifyBlobProofs(
  blobs: readonly Uint8Array[],
  commitments: readonly Uint8Array[],
  proofs: readonly Uint8Array[],
): Generator<void, string | undefined> {
  for (const bytes of [...commitments, ...proofs]) {
    const point = readG1Point(bytes)
    if (typeof point === 'string') return point
    yield
  }
  for (const [index, blob] of blobs.entries()) {
    const [commitment, proof] = [commitments[index], proofs[index]] as [Uint8Array, Uint8Array]
    const size = new Uint8Array(16)
    new DataView(size.buffer).setUint32(12, BLOB_SIZE)
    const z = toBigInt(sha256(Buffer.concat([DOMAIN, size, blob, commitment]))) % SCALARS
    const coefficients = yield* blobCoefficients(blob)
    let y = 0n
    for (let at = coefficients.length - 1; at >= 0; at--) {
      y = (y * z + (coefficients[at] as bigint)) % SCALARS
      if (at % STEP === 0) yield
    }
    const isRight = verifyKzgProof(toHex(commitment), toWord(z), toWord(y), toHex(proof))
    if (!isRight) return "can't verify opening proof"
  }
  return undefined
}
