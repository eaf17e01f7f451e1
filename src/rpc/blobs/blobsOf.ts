import type { Transaction } from '../../chain/encoding/block.ts'
import { versionedHash } from '../../chain/protocol/blobHash.ts'
import type { BlobSource } from '../../chain/protocol/generatedBlob.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { Sidecar } from '../../pool/decodeSidecar.ts'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { once } from '../../primitives/once.ts'
import { RequestError } from '../errors.ts'

/** A blob of a transaction. */
export interface Blob {
  /** DATA, 32 bytes: what the transaction has of it */
  readonly versionedHash: Hex
  /** 48 bytes */
  readonly commitment: Uint8Array
  /** of the whole blob (EIP-4844), 48 bytes; undefined if the sender gave proofs of its cells instead (EIP-7594) */
  readonly proof: Uint8Array | undefined
  /** Its 131,072 bytes, in some milliseconds. */
  content(): Uint8Array
}

/** Loaded with the first blobs that are read, because it loads cryptography. */
const loadGenerated = once(() => import('../../chain/protocol/generatedBlob.ts'))

/**
 * The blobs of a transaction, in order: those that were sent to the endpoint or to one that it follows, or those that the
 * generator chose.
 *
 * @returns none for a transaction of another type
 * @throws {RequestError} PRUNED if they are not known
 */
export async function blobsOf(
  transaction: Transaction,
  endpoint: Endpoint,
): Promise<readonly Blob[]> {
  const { hash, blobVersionedHashes: hashes = [] } = transaction
  if (hashes.length === 0) return []
  const sidecar = await sentSidecar(hash, endpoint)
  const blobs = sidecar === undefined ? await generated(transaction, hashes) : sent(sidecar)
  if (blobs !== undefined) return blobs
  const problem = `the blobs of transaction ${hash} are not known: they were not sent to this endpoint, or memory was short (chainsBytes)`
  throw new RequestError('PRUNED', problem)
}

async function sentSidecar(hash: Hex, endpoint: Endpoint): Promise<Sidecar | undefined> {
  for (let at: Endpoint | undefined = endpoint; at !== undefined; at = at.lag?.behind) {
    const sidecar = await at.miner?.sidecarOf(hash)
    if (sidecar !== undefined) return sidecar
  }
  return undefined
}

function sent({ version, blobs, commitments, proofs }: Sidecar): readonly Blob[] {
  return blobs.map((blob, index) => {
    const commitment = commitments[index] as Uint8Array
    return {
      versionedHash: toHex(versionedHash(commitment)),
      commitment,
      proof: version === 0 ? proofs[index] : undefined,
      content: () => blob,
    }
  })
}

async function generated(
  transaction: Transaction,
  hashes: readonly Hex[],
): Promise<readonly Blob[] | undefined> {
  const { generatedBlob, generatedBlobNumber, generatedCommitments, GENERATED_BLOB_PROOF } =
    await loadGenerated()
  const blobs: Blob[] = []
  for (const [index, hash] of hashes.entries()) {
    // A transaction with blobs has all of these fields.
    const number = generatedBlobNumber(transaction as BlobSource, index)
    const [commitment] = generatedCommitments([number]) as [Uint8Array]
    if (toHex(versionedHash(commitment)) !== hash) return undefined
    const content = () => generatedBlob(number)
    blobs.push({ versionedHash: hash, commitment, proof: GENERATED_BLOB_PROOF, content })
  }
  return blobs
}
