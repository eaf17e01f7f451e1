import { verifyBlobProofs } from '../chain/protocol/verifyBlobProofs.ts'
import { verifyCellProofs } from '../chain/protocol/verifyCellProofs.ts'
import type { Sidecar } from './decodeSidecar.ts'
import { PoolError } from './poolError.ts'

/**
 * Verifies the proofs of blobs, of which everything else was checked by `validateSentTransaction`. A blob takes a third of
 * a second with the proofs of version 1, and some 40 milliseconds with that of version 0: run it in time slices. It yields
 * at least every 20 milliseconds.
 *
 * @throws {PoolError} INVALID_BLOB_PROOF
 */
export function* verifySidecar(sidecar: Sidecar): Generator<void, void> {
  const { version, blobs, commitments, proofs } = sidecar
  const verify = version === 0 ? verifyBlobProofs : verifyCellProofs
  const problem = yield* verify(blobs, commitments, proofs)
  if (problem === undefined) return
  throw new PoolError('INVALID_BLOB_PROOF', `KZG verification error: ${problem}`)
}
