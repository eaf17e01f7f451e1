import { versionedHash } from '../chain/protocol/blobHash.ts'
import { hasInvalidNumber } from '../chain/protocol/blobPolynomial.ts'
import { type ForkName, isAtLeast } from '../chain/protocol/forks.ts'
import { toHex } from '../primitives/hex.ts'
import type { DecodedTransaction } from './decodeSent.ts'
import type { Sidecar } from './decodeSidecar.ts'
import { PoolError } from './poolError.ts'

/** In wei per blob gas: the lowest price that blob gas can have (EIP-4844). */
const BLOB_FEE_MIN = 1n

/** How many blobs a transaction may have: geth's limit, and from Osaka on the protocol's (EIP-7594). */
const BLOBS_MAX = 6

/** How many proofs version 1 has for each blob (EIP-7594). */
const CELLS_PER_BLOB = 128

/** In bytes, of RLP: a proof, and by how much the length of the list of proofs is written longer than before. */
const ENCODED_PROOF = 49

/**
 * The size of a transaction that geth limits: from Osaka on it counts the proofs of version 1, which it computes if
 * others were sent.
 *
 * @returns in bytes
 */
export function sizeOf({ size, encoded, sidecar }: DecodedTransaction, fork: ForkName): number {
  if (sidecar?.version !== 0 || !isAtLeast(fork, 'osaka')) return size
  const { blobs, commitments } = sidecar
  const sidecarSize =
    listSize(blobs.length * (131_072 + 4)) +
    listSize(commitments.length * ENCODED_PROOF) +
    listSize(blobs.length * CELLS_PER_BLOB * ENCODED_PROOF) +
    1
  return encoded.length + listSize(sidecarSize)
}

function listSize(content: number): number {
  if (content < 56) return 1 + content
  return 1 + Math.ceil(content.toString(16).length / 2) + content
}

/**
 * Checks everything about blobs but their proofs (geth, core/txpool/validation.go).
 *
 * @throws {PoolError}
 */
export function requireSidecar({ fields, sidecar }: DecodedTransaction, fork: ForkName): void {
  const { maxFeePerBlobGas = 0n, blobVersionedHashes: hashes = [] } = fields
  if (maxFeePerBlobGas < BLOB_FEE_MIN) {
    const problem = `transaction gas price below minimum: blob fee cap ${maxFeePerBlobGas}, minimum needed ${BLOB_FEE_MIN}`
    throw new PoolError('TIP_TOO_LOW', problem)
  }
  if (sidecar === undefined) throw invalid('missing sidecar in blob transaction')
  requireHashes(sidecar, hashes)
  if (hashes.length > BLOBS_MAX) {
    const problem = `transaction blob limit exceeded: blob count ${hashes.length}, limit ${BLOBS_MAX}`
    throw new PoolError('TOO_MANY_BLOBS', problem)
  }
  requireCounts(sidecar, fork)
}

function requireHashes({ commitments }: Sidecar, hashes: readonly Uint8Array[]): void {
  if (commitments.length !== hashes.length) {
    throw invalid(
      `invalid number of ${commitments.length} blob commitments compared to ${hashes.length} blob hashes`,
    )
  }
  for (const [index, commitment] of commitments.entries()) {
    const expected = toHex(versionedHash(commitment))
    const actual = toHex(hashes[index] as Uint8Array)
    if (expected !== actual) {
      throw invalid(`blob ${index}: computed hash ${expected} mismatches transaction one ${actual}`)
    }
  }
}

function requireCounts({ version, blobs, commitments, proofs }: Sidecar, fork: ForkName): void {
  // geth makes the proofs of version 1 where those of version 0 were sent.
  const isConverted = version === 0 && isAtLeast(fork, 'osaka')
  const count = isConverted ? blobs.length * CELLS_PER_BLOB : proofs.length
  const expected = commitments.length * (version === 0 && !isConverted ? 1 : CELLS_PER_BLOB)
  if (count !== expected) throw invalid(wrongCount(count, expected))
  requireNumbers(blobs)
  if (blobs.length === 0) throw invalid('blobless blob transaction')
  if (blobs.length !== commitments.length) {
    throw invalid(
      `invalid number of ${blobs.length} blobs compared to ${commitments.length} commitments`,
    )
  }
  if (isConverted && proofs.length !== blobs.length) {
    throw invalid(wrongCount(proofs.length, blobs.length))
  }
}

function wrongCount(actual: number, expected: number): string {
  return `Wrong sidecar format: invalid number of ${actual} blob proofs expected ${expected}`
}

/**
 * From Osaka on, geth makes the proofs of version 1 from the blobs before it looks at anything else.
 *
 * @throws {PoolError} INVALID_SIDECAR
 */
export function requireConvertible({ sidecar }: DecodedTransaction, fork: ForkName): void {
  if (sidecar?.version !== 0 || !isAtLeast(fork, 'osaka')) return
  requireNumbers(sidecar.blobs, 'blob sidecar conversion failed: ')
}

function requireNumbers(blobs: readonly Uint8Array[], prefix = ''): void {
  if (!blobs.some(hasInvalidNumber)) return
  throw invalid(`${prefix}scalar is not canonical when interpreted as a big integer in big-endian`)
}

function invalid(problem: string): PoolError {
  return new PoolError('INVALID_SIDECAR', problem)
}
